import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { acceptForms, FORM_TYPES } from '#server/http/form-body.ts'
import { readHeader, TEXT_TYPE } from '#server/http/headers.ts'
import { CHALLENGE_REFUSED } from '#server/http/messages.ts'
import { callerNet } from '#server/http/rate-limit.ts'
import { ATTEMPT_LIMIT, rawReply, replies, TAGS } from '#server/http/route-schema.ts'
import { logAuditEvent, toClientEntry } from '#server/identity/audit.ts'
import { passwordChangedMail } from '#server/identity/client-mails.ts'
import type { ClientRealm, OpenSession } from '#server/identity/client-realm.ts'
import type { Client, ClientStore } from '#server/identity/client-store.ts'
import type { HumanCheck } from '#server/identity/human-check.ts'
import { PASSWORD_NOT_EXPIRED, passwordMessage, TERMS_PENDING } from '#server/identity/messages.ts'
import type { Recovery } from '#server/identity/recovery.ts'
import type { RecoveryStore } from '#server/identity/recovery-store.ts'
import { type AttemptLimits, loginPair } from '#server/security/attempt-limits.ts'
import { OTHER_USER, refuse, rejectAttempts } from '#server/security/login-realm.ts'
import { findPasswordRefusal } from '#server/security/new-password.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import {
  changePasswordRequest,
  PASSWORD_REPLIES,
  type RenewPasswordRequest,
  recoveryRequest,
  renewPasswordRequest,
  tokensRequest,
} from '#src/adapters/http/contract/identity/passwords.ts'
import { HUMAN_CHECK_HEADER, PASSWORD_PATHS } from '#src/adapters/http/contract/paths.ts'
import { isSameAccount, toAccountKey } from '#src/domain/identity/account.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface PasswordRoutesDeps {
  readonly realm: ClientRealm
  readonly hashes: PasswordHashes
  readonly recovery: Recovery
  readonly recoveryStore: Pick<RecoveryStore, 'renew'>
  readonly clients: Pick<ClientStore, 'findByUsername'>
  readonly humanCheck: HumanCheck
  readonly limits: AttemptLimits
  /** The real clock. */
  readonly now: () => Instant
  /** The session clock, for the lifetimes of sessions and links. */
  readonly sessionNow: () => Instant
  /** Sends the due mails in the background. */
  readonly deliver: () => void
}

const tags = [TAGS.passwords]
const OK_OR_NO = rawReply('text/plain', '`OK`, o `NO` si no se pudo')

const SAME_PASSWORD = passwordMessage({ code: 'same-as-before' })

const sendOkOrNo = (reply: FastifyReply, isOk: boolean) =>
  reply.type(TEXT_TYPE).send(isOk ? PASSWORD_REPLIES.done : PASSWORD_REPLIES.refused)

/** Returns the message of the first broken rule (§5, D79), or null. */
async function findPasswordError(password: string, repeat: string): Promise<string | null> {
  const refusal = await findPasswordRefusal(password, repeat)
  return refusal === null ? null : passwordMessage(refusal)
}

const isFormForClient = (client: Client, form: RenewPasswordRequest) =>
  isSameAccount(client, { id: form.user_id, username: form.user_name, email: form.user_email })

interface Refusal {
  readonly status: 400 | 403
  readonly message: string
}

/** Returns why a session must not renew the password with this form, or null. */
async function findRenewalRefusal(
  { client, access }: OpenSession,
  form: RenewPasswordRequest,
  isCurrentPassword: (client: Client, password: string) => Promise<boolean>,
): Promise<Refusal | null> {
  if (!isFormForClient(client, form)) return { status: 403, message: OTHER_USER }
  if (access === 'terms-pending') return { status: 403, message: TERMS_PENDING }
  if (access === 'full') return { status: 403, message: PASSWORD_NOT_EXPIRED }
  const error = await findPasswordError(form.user_pwd, form.user_pwd)
  if (error !== null) return { status: 400, message: error }
  return (await isCurrentPassword(client, form.user_pwd)) ? { status: 400, message: SAME_PASSWORD } : null
}

/** Adds the routes of the password service, which replies `OK` or `NO` to forms (§7.1, D40). */
export async function registerPasswordRoutes(app: FastifyInstance, deps: PasswordRoutesDeps): Promise<void> {
  const { realm, hashes, recovery, recoveryStore, clients, humanCheck, limits } = deps
  const { now, sessionNow, deliver } = deps
  await acceptForms(app)
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const toStamp = (request: FastifyRequest) => toAuditStamp(request, now())

  async function isCurrentPassword({ username }: Client, password: string) {
    const client = await clients.findByUsername(username)
    return client !== null && hashes.matches(client.passwordHash, password)
  }

  routes.post(
    PASSWORD_PATHS.recover,
    {
      config: { access: 'public', requestHeaders: [HUMAN_CHECK_HEADER] },
      schema: {
        tags,
        consumes: FORM_TYPES,
        summary: 'Pide el correo con el enlace de recuperación',
        'x-limit': ATTEMPT_LIMIT,
        body: recoveryRequest,
        response: replies(rawReply('text/plain', '`OK`, exista o no la cuenta'), 429),
      },
    },
    async (request, reply) => {
      if (!(await humanCheck.verify(readHeader(request, HUMAN_CHECK_HEADER))))
        return refuse(reply, 400, CHALLENGE_REFUSED)
      const { email } = request.body
      const attempt = await limits.take([
        { kind: 'recoveryEmail', subject: toAccountKey(email) },
        { kind: 'recoveryAddress', subject: callerNet(request.ip) },
      ])
      if (!attempt.ok) return rejectAttempts(reply, attempt.error)
      await recovery.request(email, toStamp(request))
      logAuditEvent(request, 'recovery requested')
      // Runs after the reply, so that known and unknown addresses take the same time (D15).
      setImmediate(deliver)
      return sendOkOrNo(reply, true)
    },
  )

  routes.post(
    PASSWORD_PATHS.verify,
    {
      config: { access: 'public' },
      schema: {
        tags,
        consumes: FORM_TYPES,
        summary: 'Verifica el enlace sin gastarlo',
        body: tokensRequest,
        response: replies(OK_OR_NO),
      },
    },
    async (request, reply) => sendOkOrNo(reply, await recovery.verify(request.body)),
  )

  routes.post(
    PASSWORD_PATHS.change,
    {
      config: { access: 'public' },
      schema: {
        tags,
        consumes: FORM_TYPES,
        summary: 'Cambia la contraseña con el enlace',
        body: changePasswordRequest,
        response: replies(OK_OR_NO),
      },
    },
    async (request, reply) => {
      const { token, token2, value, revalue } = request.body
      const error = await findPasswordError(value, revalue)
      if (error !== null) return refuse(reply, 400, error)
      const result = await recovery.change({ token, token2 }, value, toStamp(request))
      if (!result.ok) return result.error === 'refused' ? sendOkOrNo(reply, false) : refuse(reply, 400, SAME_PASSWORD)
      const client = result.value
      logAuditEvent(request, 'password changed', { client: client.id })
      setImmediate(deliver)
      // The owner of the mailbox can sign in again despite earlier failed attempts.
      const account = toAccountKey(client.username)
      await limits.clear({ kind: 'loginAccount', subject: account })
      await limits.clear(loginPair(account, callerNet(request.ip)))
      return sendOkOrNo(reply, true)
    },
  )

  routes.post(
    PASSWORD_PATHS.renew,
    {
      config: { access: 'session', replyHeaders: ['Set-Cookie'] },
      schema: {
        tags,
        consumes: FORM_TYPES,
        summary: 'Reemplaza la contraseña vencida',
        body: renewPasswordRequest,
        response: replies(OK_OR_NO, 403),
      },
    },
    async (request, reply) => {
      const session = realm.getSession(request)
      if (session.access === 'closed') return sendOkOrNo(reply, false)
      const refusal = await findRenewalRefusal(session, request.body, isCurrentPassword)
      if (refusal !== null) return refuse(reply, refusal.status, refusal.message)
      const clientId = session.client.id

      const passwordHash = await hashes.hash(request.body.user_pwd)
      const stamp = toStamp(request)
      const records = {
        entry: toClientEntry(stamp, 'password-changed', session.client),
        mail: passwordChangedMail(session.client, stamp.at),
      }
      const isRenewed = await recoveryStore.renew({ clientId, passwordHash, at: sessionNow() }, records)
      if (!isRenewed) return sendOkOrNo(reply, false)
      setImmediate(deliver)
      logAuditEvent(request, 'password renewed', { client: clientId })
      const issuedSession = await realm.rotate(session)
      if (issuedSession !== null) realm.cookie.set(request, reply, issuedSession)
      return sendOkOrNo(reply, true)
    },
  )
}
