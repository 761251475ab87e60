import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { RegistrationWebhook } from '#server/config/identity-settings.ts'
import type { NewOutboxItem, OutboxItem } from '#server/database/outbox.ts'
import { toSignedHeaders } from '#server/delivery/signature.ts'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { readHeader } from '#server/http/headers.ts'
import { CHALLENGE_REFUSED, REFUSALS } from '#server/http/messages.ts'
import { callerNet } from '#server/http/rate-limit.ts'
import { ATTEMPT_LIMIT, replies, TAGS } from '#server/http/route-schema.ts'
import { logAuditEvent, toClientEntry } from '#server/identity/audit.ts'
import type { HumanCheck } from '#server/identity/human-check.ts'
import { REGISTERED, registrationMessage } from '#server/identity/messages.ts'
import {
  type ReceivedRegistration,
  type RegistrationStore,
  toRegistrationReference,
} from '#server/identity/registration-store.ts'
import { newId } from '#server/secrets.ts'
import type { AttemptLimits } from '#server/security/attempt-limits.ts'
import { refuse, rejectAttempts } from '#server/security/login-realm.ts'
import {
  REGISTRATION_FIELDS,
  registrationRequest,
  toRegistrationForm,
} from '#src/adapters/http/contract/identity/registration.ts'
import { HUMAN_CHECK_HEADER } from '#src/adapters/http/contract/paths.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import { COUNTRIES, type RegistrationViolations, registrationRecord } from '#src/domain/identity/registration.ts'
import { DAY_MS, type Instant, toIso } from '#src/domain/time/bogota.ts'

/** The outbox kind of registrations for the webhook. */
export const WEBHOOK_KIND = 'registration-webhook'

/** Attempts are repeated for ten years, because the receiver must get each registration. */
const RETRY_WINDOW_MS = 3_650 * DAY_MS

const TIMEOUT_MS = 10_000

/** A queued message. The receiver must ignore a second message with the same id. */
const messageSchema = z.object({ id: z.string(), body: z.string() })

interface RegistrationWebhookDeps {
  /** Null queues no messages. A message that is still queued then fails. */
  readonly target: RegistrationWebhook | null
  readonly fetch: typeof globalThis.fetch
  /** The real clock. */
  readonly now: () => Instant
}

/** Sends registrations to the configured URL (D80). */
interface RegistrationWebhookSender {
  /** Creates the outbox message of a registration; null without a configured URL. */
  toMessage(registration: ReceivedRegistration): NewOutboxItem | null
  /** Sends a message. Throws unless the receiver accepts it. */
  send(item: Pick<OutboxItem, 'content'>): Promise<void>
}

/**
 * Creates a body: the fields of §7.1 with normalized texts, the reference and the time of receipt.
 */
const toBody = ({ id, receivedAt, record }: ReceivedRegistration) => ({
  referencia: toRegistrationReference(id),
  full_name: record.firstName,
  last_name: record.lastName,
  identification_type: record.identification,
  identification: record.identificationNumber,
  type: record.legalPerson,
  enterprise: record.enterprise,
  country: record.country,
  city: record.city,
  email: record.email,
  cellphone: record.telephone,
  product: record.product,
  date: toIso(receivedAt),
})

export function createRegistrationWebhook(deps: RegistrationWebhookDeps): RegistrationWebhookSender {
  const { target, fetch, now } = deps
  return {
    toMessage: (registration) =>
      target && {
        kind: WEBHOOK_KIND,
        recipient: target.url,
        content: { id: newId(), body: JSON.stringify(toBody(registration)) },
        at: registration.receivedAt,
        retryForMs: RETRY_WINDOW_MS,
      },

    async send({ content }) {
      if (target === null) throw new Error('registration webhook: no address is configured')
      const { id, body } = messageSchema.parse(content)
      const response = await fetch(target.url, {
        method: 'POST',
        headers: toSignedHeaders(target.secret, { id, body }, now()),
        body,
        // A redirect would turn the request into a GET without a body.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`registration webhook: status ${response.status}`)
    },
  }
}

interface RegistrationRoutesDeps {
  readonly store: RegistrationStore
  readonly webhook: Pick<RegistrationWebhookSender, 'toMessage'>
  /** Sends the due messages in the background. */
  readonly deliver: () => void
  readonly humanCheck: HumanCheck
  readonly limits: AttemptLimits
  /** Configured countries; undefined uses the default list (D62). */
  readonly countries: readonly string[] | undefined
  /** The real clock. */
  readonly now: () => Instant
}

const isWireField = (field: string): field is keyof typeof REGISTRATION_FIELDS =>
  Object.hasOwn(REGISTRATION_FIELDS, field)

/** Returns the message of the first broken rule, with the field's wire name. */
function toErrorMessage(violations: RegistrationViolations): string {
  const [first] = Object.entries(violations)
  if (first === undefined) return REFUSALS[400]
  const [field, violation] = first
  return registrationMessage(isWireField(field) ? REGISTRATION_FIELDS[field] : field, violation)
}

/** Adds the registration route (§7.1, D14). */
export function registerRegistrationRoute(app: FastifyInstance, path: string, deps: RegistrationRoutesDeps): void {
  const { store, webhook, deliver, humanCheck, limits, countries = COUNTRIES, now } = deps

  app.withTypeProvider<ZodTypeProvider>().post(
    path,
    {
      config: { access: 'public', requestHeaders: [HUMAN_CHECK_HEADER] },
      schema: {
        tags: [TAGS.clients],
        summary: 'Registra una solicitud de cuenta',
        'x-limit': ATTEMPT_LIMIT,
        body: registrationRequest,
        response: replies(doneReply, 429),
      },
    },
    async (request, reply) => {
      const record = registrationRecord(toRegistrationForm(request.body), now(), countries)
      if (!record.ok) return refuse(reply, 400, toErrorMessage(record.error))
      if (!(await humanCheck.verify(readHeader(request, HUMAN_CHECK_HEADER)))) {
        return refuse(reply, 400, CHALLENGE_REFUSED)
      }
      const attempt = await limits.take([{ kind: 'registrationAddress', subject: callerNet(request.ip) }])
      if (!attempt.ok) return rejectAttempts(reply, attempt.error)
      const receivedAt = now()
      const registration = { id: newId(), receivedAt, sentAt: Date.parse(request.body.date), record: record.value }
      const entry = toClientEntry(toAuditStamp(request, receivedAt), 'registration-received', null)
      await store.add(registration, { ...entry, target: registration.id }, webhook.toMessage(registration))
      setImmediate(deliver)
      logAuditEvent(request, 'registration')
      return reply.send({ message: REGISTERED })
    },
  )
}
