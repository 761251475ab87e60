import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { readHeader } from '#server/http/headers.ts'
import { REFUSALS } from '#server/http/messages.ts'
import { callerNet } from '#server/http/rate-limit.ts'
import { ATTEMPT_LIMIT, replies, TAGS } from '#server/http/route-schema.ts'
import { logAuditEvent, toClientEntry } from '#server/identity/audit.ts'
import type { HumanCheck } from '#server/identity/human-check.ts'
import { CHALLENGE_REFUSED, REGISTERED, registrationMessage } from '#server/identity/messages.ts'
import type { RegistrationStore } from '#server/identity/registration-store.ts'
import type { RegistrationWebhookSender } from '#server/identity/registration-webhook.ts'
import type { AttemptLimits } from '#server/security/attempt-limits.ts'
import { refuse, rejectAttempts } from '#server/security/login-realm.ts'
import { newId } from '#server/security/secrets.ts'
import {
  REGISTRATION_FIELDS,
  registrationRequest,
  toRegistrationForm,
} from '#src/adapters/http/contract/identity/registration.ts'
import { HUMAN_CHECK_HEADER } from '#src/adapters/http/contract/paths.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import { COUNTRIES } from '#src/domain/identity/countries.ts'
import { type RegistrationViolations, registrationRecord } from '#src/domain/identity/registration.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

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
