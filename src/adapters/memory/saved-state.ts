import * as z from 'zod/mini'

import type { AccountsState, MemoryClient } from '#src/adapters/memory/accounts.ts'
import type { AlertsState } from '#src/adapters/memory/alerts.ts'
import type { ApiKeysState } from '#src/adapters/memory/api-keys.ts'
import {
  type MemoryEntity,
  type MemoryExpiry,
  type MemoryRequest,
  type MemorySubscription,
  type MemoryUser,
  NO_STORED_GOVERNANCE,
} from '#src/adapters/memory/imc/entity.ts'
import type { OfficeState } from '#src/adapters/memory/imc/service.ts'
import type { MemoryMail } from '#src/adapters/memory/mailbox.ts'
import type { StoredOrder } from '#src/adapters/memory/payment.ts'
import type { FactorsState } from '#src/adapters/memory/second-factor.ts'
import type { SettingsState } from '#src/adapters/memory/settings.ts'
import { ALERT_KINDS, ALERT_SIDES, ALERT_STATUSES } from '#src/domain/alerts/alert.ts'
import { LINK_KINDS } from '#src/domain/identity/recovery.ts'
import { IDENTIFICATIONS, LEGAL_PERSONS, PRODUCTS, type RegistrationRecord } from '#src/domain/identity/registration.ts'
import { AUDIT_ACTIONS, type AuditLine } from '#src/domain/imc/audit/audit.ts'
import { CONFIRMATION_DECISIONS } from '#src/domain/imc/requests/confirmations.ts'
import { REQUEST_KINDS, REQUEST_STATUSES } from '#src/domain/imc/requests/requests.ts'
import { SCREEN_STATUSES } from '#src/domain/imc/screens/screen.ts'
import { REMINDER_DAYS } from '#src/domain/imc/screens/screen-expiry.ts'
import { IMC_ROLES } from '#src/domain/imc/users/roles.ts'
import { TRANSACTION_STATES } from '#src/domain/payment/order.ts'
import { PLAN_IDS } from '#src/domain/payment/plans.ts'
import { MARKETS } from '#src/domain/trading/market.ts'

/** Increases with each change of the schema: an older text is not read. */
const VERSION = 1

const text = z.string()
const number = z.number()
const flag = z.boolean()
const textOrNull = z.nullable(text)
const numberOrNull = z.nullable(number)

const client = z.object({
  id: text,
  username: text,
  name: text,
  email: text,
  password: textOrNull,
  passwordExpired: flag,
  disabled: flag,
  expiresAt: numberOrNull,
  termsAcceptedAt: numberOrNull,
}) satisfies z.ZodMiniType<MemoryClient>

const accounts = z.object({
  clients: z.array(client),
  sessions: z.array(z.object({ clientId: text, token: text, startedAt: number })),
  links: z.array(z.object({ kind: z.enum(LINK_KINDS), clientId: text, token: text, token2: text, createdAt: number })),
  tokenCount: number,
}) satisfies z.ZodMiniType<AccountsState>

const registration = z.object({
  firstName: text,
  lastName: text,
  enterprise: text,
  legalPerson: z.enum(LEGAL_PERSONS),
  identification: z.enum(IDENTIFICATIONS),
  identificationNumber: text,
  email: text,
  country: text,
  city: text,
  telephone: text,
  product: z.enum(PRODUCTS),
  sentAt: text,
}) satisfies z.ZodMiniType<RegistrationRecord>

const order = z.object({
  access: text,
  clientId: textOrNull,
  order: z.object({
    reference: text,
    plan: z.enum(PLAN_IDS),
    base: number,
    tax: number,
    total: number,
    status: z.enum(TRANSACTION_STATES),
    at: number,
    createdAt: number,
    isAttempted: flag,
    email: text,
    term: z.nullable(z.object({ from: text, until: text })),
    card: textOrNull,
    authorization: textOrNull,
    reason: textOrNull,
  }),
}) satisfies z.ZodMiniType<StoredOrder>

const mail = z.object({
  to: text,
  subject: text,
  text,
  link: textOrNull,
  alertId: z.optional(text),
  at: number,
}) satisfies z.ZodMiniType<MemoryMail>

const factor = z.object({
  owner: text,
  secret: text,
  since: numberOrNull,
  lastStep: number,
  codes: z.array(text),
}) satisfies z.ZodMiniType<FactorsState[number]>

const setting = z.object({ clientId: text, name: text, version: number, value: text }) satisfies z.ZodMiniType<
  SettingsState[number]
>

const apiKeys = z.object({
  keys: z.array(z.object({ clientId: text, id: text, name: text, ending: text, createdAt: number, calls: number })),
  count: number,
}) satisfies z.ZodMiniType<ApiKeysState>

const alertRule = {
  kind: z.enum(ALERT_KINDS),
  market: z.enum(MARKETS),
  side: z.enum(ALERT_SIDES),
  level: number,
  minutes: numberOrNull,
  pause: numberOrNull,
  until: textOrNull,
}

const alerts = z.object({
  alerts: z.array(
    z.object({
      ...alertRule,
      id: text,
      clientId: text,
      afterLine: number,
      state: z.object({
        status: z.enum(ALERT_STATUSES),
        isArmed: z.nullable(flag),
        firedAt: numberOrNull,
        firedBy: textOrNull,
      }),
    }),
  ),
  firings: z.array(
    z.object({
      id: number,
      alertId: text,
      clientId: text,
      dealId: textOrNull,
      rule: z.object(alertRule),
      kind: z.enum(['fired', 'corrected']),
      at: number,
      price: number,
      isCorrected: flag,
      heldUntil: z.optional(number),
    }),
  ),
  channels: z.array(
    z.object({
      clientId: text,
      mail: flag,
      quiet: z.nullable(z.object({ from: text, until: text })),
      webhook: z._default(textOrNull, null),
    }),
  ),
}) satisfies z.ZodMiniType<AlertsState>

const screenKey = z.object({ packageId: text, number: text, profileId: text, screen: text })

const user = z.object({
  id: text,
  username: text,
  role: z.enum(IMC_ROLES),
  name: text,
  documentType: text,
  documentNumber: text,
  checkDigit: text,
  position: text,
  telephone: text,
  email: text,
  active: flag,
  contingency: flag,
  createdAt: numberOrNull,
  createdBy: text,
  updatedAt: numberOrNull,
  updatedBy: text,
  version: number,
  contractPending: flag,
  hasContract: flag,
  password: textOrNull,
  mustChangePassword: flag,
  temporaryUntil: numberOrNull,
  temporaryToken: textOrNull,
  contract: z.nullable(z.object({ name: text, content: text })),
}) satisfies z.ZodMiniType<MemoryUser>

const expiry = z.object({
  userId: text,
  endsOn: text,
  setOn: text,
  setById: text,
  reminded: z.nullable(z.literal([...REMINDER_DAYS])),
}) satisfies z.ZodMiniType<MemoryExpiry>

const subscription = z.object({
  packageId: text,
  number: text,
  monthlyCost: number,
  screens: z.array(
    z.extend(screenKey, {
      status: z.enum(SCREEN_STATUSES),
      userId: textOrNull,
      requestId: textOrNull,
      lastUse: z._default(textOrNull, null),
      expiry: z._default(z.nullable(expiry), null),
    }),
  ),
}) satisfies z.ZodMiniType<MemorySubscription>

const request = z.object({
  id: text,
  reference: text,
  kind: z.enum(REQUEST_KINDS),
  status: z.enum(REQUEST_STATUSES),
  administratorId: text,
  userId: textOrNull,
  sourceUserId: textOrNull,
  packageId: text,
  profileId: textOrNull,
  quantity: numberOrNull,
  price: numberOrNull,
  observations: text,
  reason: text,
  correctsId: textOrNull,
  decision: z._default(z.nullable(z.object({ kind: z.enum(CONFIRMATION_DECISIONS), userId: text })), null),
  target: z.nullable(screenKey),
  source: z.nullable(screenKey),
  documents: z.array(
    z.object({ id: text, name: text, file: textOrNull, bytes: numberOrNull, uploaded: flag, content: textOrNull }),
  ),
  steps: z.array(z.object({ status: z.enum(REQUEST_STATUSES), at: number, detail: text, person: text })),
}) satisfies z.ZodMiniType<MemoryRequest>

const values = z.record(text, text)

const auditLine = z.object({
  id: text,
  at: numberOrNull,
  person: text,
  action: z.nullable(z.enum(AUDIT_ACTIONS)),
  actionText: text,
  target: text,
  before: values,
  after: values,
  requestId: text,
}) satisfies z.ZodMiniType<AuditLine>

const governance = z.object({
  fourEyesRequests: flag,
  fourEyesAbove: numberOrNull,
  screenExpiry: flag,
  yearlyReview: flag,
  reviewMonth: numberOrNull,
  version: number,
  updatedAt: numberOrNull,
  updatedBy: text,
}) satisfies z.ZodMiniType<MemoryEntity['governance']>

const entityChanges = z.object({
  id: text,
  users: z.array(user),
  subscriptions: z.array(subscription),
  requests: z.array(request),
  audit: z.array(auditLine),
  // Earlier versions saved another key: their decisions are dropped, and the rest is read.
  answers: z.catch(
    z.array(
      z.object({
        firstDay: text,
        number: text,
        screen: text,
        userId: text,
        answer: z.enum(['keep', 'release']),
        at: number,
        by: text,
      }),
    ),
    [],
  ),
  views: z._default(
    z.array(z.object({ id: text, ownerId: text, list: text, name: text, query: text, shared: flag })),
    [],
  ),
  governance: z._default(governance, NO_STORED_GOVERNANCE),
}) satisfies z.ZodMiniType<Omit<MemoryEntity, 'code' | 'name'>>

const office = z.object({
  sessions: z.array(z.object({ token: text, entityId: text, userId: text, startedAt: number })),
  lastSession: number,
  lastRequest: number,
  lastSubscription: number,
}) satisfies z.ZodMiniType<OfficeState>

const cookie = z.object({ token: textOrNull })

const savedState = z.object({
  version: z.literal(VERSION),
  accounts,
  registrations: z.array(registration),
  orders: z.array(order),
  mails: z.array(mail),
  factors: z.optional(z.array(factor)),
  settings: z.optional(z.array(setting)),
  alerts: z.optional(alerts),
  apiKeys: z.optional(apiKeys),
  office,
  entities: z.array(entityChanges),
  cookie,
  imcCookie: cookie,
})

type SavedState = z.infer<typeof savedState>

/** The rows of an entity that differ from those of the demo. */
type EntityChanges = Omit<MemoryEntity, 'code' | 'name'>

/** All changes of a demo. */
interface StateToSave {
  readonly accounts: AccountsState
  readonly registrations: readonly RegistrationRecord[]
  readonly orders: readonly StoredOrder[]
  readonly mails: readonly MemoryMail[]
  readonly factors: FactorsState
  readonly settings: SettingsState
  readonly alerts: AlertsState
  readonly apiKeys: ApiKeysState
  readonly office: OfficeState
  readonly entities: readonly EntityChanges[]
  readonly cookie: SavedState['cookie']
  readonly imcCookie: SavedState['imcCookie']
}

export const formatState = (state: StateToSave): string => JSON.stringify({ version: VERSION, ...state })

/** Parses a stored text; null for a text that is broken or of another version. */
export function parseState(stored: string): SavedState | null {
  try {
    const result = savedState.safeParse(JSON.parse(stored))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

/** Returns the rows that are not those of the demo: the changed and the new ones. */
const findChanged = <Row>(rows: readonly Row[], demoRows: readonly Row[] = []): readonly Row[] => {
  const known = new Set(demoRows)
  return rows.filter((row) => !known.has(row))
}

/** Returns what a store needs of an entity; `demo` is the entity without changes. */
export const toEntityChanges = (entity: MemoryEntity, demo: MemoryEntity | undefined): EntityChanges => ({
  id: entity.id,
  users: findChanged(entity.users, demo?.users),
  subscriptions: findChanged(entity.subscriptions, demo?.subscriptions),
  requests: findChanged(entity.requests, demo?.requests),
  audit: entity.audit,
  views: entity.views,
  answers: entity.answers,
  governance: entity.governance,
})

/** Replaces the changed rows, and returns the new rows apart. */
function replaceRows<Row>(demoRows: readonly Row[], changed: readonly Row[], toKey: (row: Row) => string) {
  const byKey = new Map(changed.map((row) => [toKey(row), row]))
  const known = new Set(demoRows.map(toKey))
  return {
    replaced: demoRows.map((row) => byKey.get(toKey(row)) ?? row),
    added: changed.filter((row) => !known.has(toKey(row))),
  }
}

/** Returns the entity with stored changes. New requests are the newest. */
export function applyEntityChanges(demo: MemoryEntity, changes: EntityChanges): MemoryEntity {
  const users = replaceRows<MemoryUser>(demo.users, changes.users, ({ id }) => id)
  const subscriptions = replaceRows<MemorySubscription>(
    demo.subscriptions,
    changes.subscriptions,
    ({ number: subscriptionNumber }) => subscriptionNumber,
  )
  const requests = replaceRows<MemoryRequest>(demo.requests, changes.requests, ({ id }) => id)
  return {
    ...demo,
    views: changes.views,
    answers: changes.answers,
    governance: changes.governance,
    users: [...users.replaced, ...users.added],
    subscriptions: [...subscriptions.replaced, ...subscriptions.added],
    requests: [...requests.added, ...requests.replaced],
    audit: changes.audit,
  }
}
