import { type AccountsState, createDemoAccounts } from '#src/adapters/memory/accounts.ts'
import { type AlertsState, NO_ALERTS_STATE } from '#src/adapters/memory/alerts.ts'
import { type ApiKeysState, NO_API_KEYS_STATE } from '#src/adapters/memory/api-keys.ts'
import type { MemoryEntity } from '#src/adapters/memory/imc/entity.ts'
import { createOfficeState, getDemoEntities, type OfficeState } from '#src/adapters/memory/imc/service.ts'
import type { MemoryMail } from '#src/adapters/memory/mailbox.ts'
import type { StoredOrder } from '#src/adapters/memory/payment.ts'
import { applyEntityChanges, formatState, parseState, toEntityChanges } from '#src/adapters/memory/saved-state.ts'
import type { FactorsState } from '#src/adapters/memory/second-factor.ts'
import type { SettingsState } from '#src/adapters/memory/settings.ts'
import type { Log } from '#src/application/platform/ports.ts'
import { createState, type Readable, type State } from '#src/application/platform/readable.ts'
import type { RegistrationRecord } from '#src/domain/identity/registration.ts'

/** Text that survives a reload of the tab, such as an entry of the browser's session storage. */
export interface TextStore {
  /** Returns null without a text, or when the browser blocks storage. */
  read(): string | null
  /** Returns false if the text was not stored, because the storage is full or blocked. */
  write(text: string): boolean
  clear(): void
}

interface Cookie {
  readonly token: string | null
}

/** All data of a simulated service that changes, and the cookies of its browser. */
export interface BackendState {
  readonly accounts: State<AccountsState>
  readonly registrations: State<readonly RegistrationRecord[]>
  readonly orders: State<readonly StoredOrder[]>
  readonly factors: State<FactorsState>
  readonly settings: State<SettingsState>
  readonly alerts: State<AlertsState>
  readonly apiKeys: State<ApiKeysState>
  readonly mails: State<readonly MemoryMail[]>
  readonly office: State<OfficeState>
  readonly entities: readonly State<MemoryEntity>[]
  readonly cookie: State<Cookie>
  readonly imcCookie: State<Cookie>
  /** Whether the store refused the last change. */
  readonly storage: Readable<{ readonly isFull: boolean }>
  /** Forgets all changes, in memory and in the store. */
  reset(): void
}

const UNREADABLE = 'memory backend: the stored changes are not readable; the demo starts afresh'
const NOT_STORED = 'memory backend: a change is not stored; it is lost at the next load of the page'

/** The data at the start of a page. */
interface StartData {
  readonly accounts: AccountsState
  readonly registrations: readonly RegistrationRecord[]
  readonly orders: readonly StoredOrder[]
  readonly mails: readonly MemoryMail[]
  readonly factors?: FactorsState | undefined
  readonly settings?: SettingsState | undefined
  readonly alerts?: AlertsState | undefined
  readonly apiKeys?: ApiKeysState | undefined
  readonly office: OfficeState
  readonly entities: readonly MemoryEntity[]
  readonly cookie: Cookie
  readonly imcCookie: Cookie
}

const createDemoData = (): StartData => ({
  accounts: createDemoAccounts(),
  registrations: [],
  orders: [],
  mails: [],
  office: createOfficeState(getDemoEntities()),
  entities: getDemoEntities(),
  cookie: { token: null },
  imcCookie: { token: null },
})

/** Reads the data of the demo with the stored changes; without them if they are not readable. */
function readStartData(store: TextStore | null, log: Log): StartData {
  const text = store?.read() ?? null
  if (text === null) return createDemoData()
  const saved = parseState(text)
  if (saved === null) {
    log.error(UNREADABLE)
    return createDemoData()
  }
  const entities = getDemoEntities().map((demo) => {
    const changes = saved.entities.find(({ id }) => id === demo.id)
    return changes ? applyEntityChanges(demo, changes) : demo
  })
  return { ...saved, entities }
}

/**
 * Opens the data of the demo with the changes of a store. Each change is stored at once. A text
 * that is not readable is logged and ignored.
 */
export function openBackendState(store: TextStore | null, log: Log): BackendState {
  const start = readStartData(store, log)
  const demoEntities = getDemoEntities()
  const entities = start.entities.map((entity) => createState(entity))
  const accounts = createState(start.accounts)
  const registrations = createState(start.registrations)
  const orders = createState(start.orders)
  const mails = createState(start.mails)
  const factors = createState<FactorsState>(start.factors ?? [])
  const settings = createState<SettingsState>(start.settings ?? [])
  const alerts = createState<AlertsState>(start.alerts ?? NO_ALERTS_STATE)
  const apiKeys = createState<ApiKeysState>(start.apiKeys ?? NO_API_KEYS_STATE)
  const office = createState(start.office)
  const cookie = createState(start.cookie)
  const imcCookie = createState(start.imcCookie)
  const storage = createState({ isFull: false })
  let isResetting = false

  function save() {
    if (store === null || isResetting) return
    const isStored = store.write(
      formatState({
        accounts: accounts.getSnapshot(),
        registrations: registrations.getSnapshot(),
        orders: orders.getSnapshot(),
        mails: mails.getSnapshot(),
        factors: factors.getSnapshot(),
        settings: settings.getSnapshot(),
        alerts: alerts.getSnapshot(),
        apiKeys: apiKeys.getSnapshot(),
        office: office.getSnapshot(),
        entities: entities.map((entity, i) => toEntityChanges(entity.getSnapshot(), demoEntities[i])),
        cookie: cookie.getSnapshot(),
        imcCookie: imcCookie.getSnapshot(),
      }),
    )
    if (!isStored && !storage.getSnapshot().isFull) log.error(NOT_STORED)
    storage.set({ isFull: !isStored })
  }

  const parts = {
    accounts,
    registrations,
    orders,
    mails,
    factors,
    settings,
    alerts,
    apiKeys,
    office,
    cookie,
    imcCookie,
  }
  for (const part of [...Object.values(parts), ...entities]) part.subscribe(save)

  return {
    ...{ ...parts, entities, storage },

    reset() {
      const demo = createDemoData()
      isResetting = true
      accounts.set(demo.accounts)
      registrations.set(demo.registrations)
      orders.set(demo.orders)
      mails.set(demo.mails)
      factors.set([])
      settings.set([])
      alerts.set(NO_ALERTS_STATE)
      apiKeys.set(NO_API_KEYS_STATE)
      office.set(demo.office)
      for (const [i, entity] of entities.entries()) entity.set(demo.entities[i] ?? entity.getSnapshot())
      cookie.set(demo.cookie)
      imcCookie.set(demo.imcCookie)
      isResetting = false
      store?.clear()
      storage.set({ isFull: false })
    },
  }
}
