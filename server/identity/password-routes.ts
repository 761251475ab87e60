import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import { callerNet } from '#server/http/caller-net.ts'
import { acceptForms } from '#server/http/form-body.ts'
import { type AttemptLimits, loginPair } from '#server/identity/attempt-limits.ts'
import { audit } from '#server/identity/audit.ts'
import { admit, type Callers } from '#server/identity/callers.ts'
import { accountKey, type Client } from '#server/identity/client-store.ts'
import type { HumanCheck } from '#server/identity/human-check.ts'
import { headerOf, refuse, refuseCaller, refuseTries } from '#server/identity/identity-answers.ts'
import type { PasswordHashes } from '#server/identity/password-hashes.ts'
import type { Recovery } from '#server/identity/recovery.ts'
import type { RecoveryStore } from '#server/identity/recovery-store.ts'
import type { OpenSession, Sessions } from '#server/identity/sessions.ts'
import { CHALLENGE_REFUSED, KEY_IN_FORCE, OTHER_CLIENT, passwordMessage, TERMS_PENDING } from '#server/messages.ts'
import {
  changePasswordRequest,
  PASSWORD_REPLIES,
  type RenewPasswordRequest,
  recoveryRequest,
  renewPasswordRequest,
  tokensRequest,
} from '#src/adapters/http/contract/passwords.ts'
import { HUMAN_CHECK_HEADER, PASSWORD_PATHS } from '#src/adapters/http/contract/paths.ts'
import { passwordViolations } from '#src/domain/identity/password.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export interface PasswordRoutesParts {
  readonly callers: Callers
  readonly sessions: Sessions
  readonly hashes: PasswordHashes
  readonly recovery: Recovery
  readonly passwords: Pick<RecoveryStore, 'renew'>
  readonly humanCheck: HumanCheck
  readonly limits: AttemptLimits
  /** The session clock. */
  readonly now: () => Instant
  /** Sends the mails that are due; answers nobody. */
  readonly deliver: () => void
}

const answer = (reply: FastifyReply, isDone: boolean) =>
  reply.type('text/plain; charset=utf-8').send(isDone ? PASSWORD_REPLIES.done : PASSWORD_REPLIES.refused)

/** The first broken rule, in the words of §5. */
function brokenRule(password: string, repeat: string): string | null {
  const [first] = passwordViolations(password, repeat)
  return first === undefined ? null : passwordMessage(first)
}

const isOf = ({ id, username, email }: Client, form: RenewPasswordRequest) =>
  form.user_id === id &&
  accountKey(form.user_name) === accountKey(username) &&
  accountKey(form.user_email) === accountKey(email)

interface Refusal {
  readonly status: 400 | 403
  readonly message: string
}

/** Why a session may not put this password in the place of its old one, null when it may. */
function renewalRefusal({ client, standing }: OpenSession, form: RenewPasswordRequest): Refusal | null {
  if (!isOf(client, form)) return { status: 403, message: OTHER_CLIENT }
  if (standing === 'terms-pending') return { status: 403, message: TERMS_PENDING }
  if (standing === 'full') return { status: 403, message: KEY_IN_FORCE }
  const broken = brokenRule(form.user_pwd, form.user_pwd)
  return broken === null ? null : { status: 400, message: broken }
}

/** The password service: forms in, `OK` or `NO` out (§7.1, D40). */
export async function registerPasswordRoutes(app: FastifyInstance, parts: PasswordRoutesParts): Promise<void> {
  const { callers, sessions, hashes, recovery, passwords, humanCheck, limits, now, deliver } = parts
  await acceptForms(app)
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.post(PASSWORD_PATHS.recover, { schema: { body: recoveryRequest } }, async (request, reply) => {
    if (!(await humanCheck.accepts(headerOf(request, HUMAN_CHECK_HEADER)))) return refuse(reply, 400, CHALLENGE_REFUSED)
    const { email } = request.body
    const taken = await limits.take([
      { kind: 'recoveryEmail', subject: accountKey(email) },
      { kind: 'recoveryAddress', subject: callerNet(request.ip) },
    ])
    if (!taken.ok) return refuseTries(reply, taken.error)
    await recovery.request(email)
    audit(request, 'recovery asked')
    // After the answer: it comes as fast whether anybody has the address or not (D15).
    setImmediate(deliver)
    return answer(reply, true)
  })

  calls.post(PASSWORD_PATHS.verify, { schema: { body: tokensRequest } }, async (request, reply) =>
    answer(reply, await recovery.verify(request.body.token, request.body.token2)),
  )

  calls.post(PASSWORD_PATHS.change, { schema: { body: changePasswordRequest } }, async (request, reply) => {
    const { token, token2, value, revalue } = request.body
    const broken = brokenRule(value, revalue)
    if (broken !== null) return refuse(reply, 400, broken)
    const client = await recovery.change(token, token2, value)
    if (client === null) return answer(reply, false)
    audit(request, 'password changed', { client: client.id })
    // Whoever could not get in any more, and came by the mail, gets in now.
    const account = accountKey(client.username)
    await limits.clear({ kind: 'loginAccount', subject: account })
    await limits.clear(loginPair(account, callerNet(request.ip)))
    return answer(reply, true)
  })

  calls.post(PASSWORD_PATHS.renew, { schema: { body: renewPasswordRequest } }, async (request, reply) => {
    const caller = callers.callerOf(request)
    if (caller.kind !== 'session') return refuseCaller(request, reply, caller)
    const { session } = caller
    if (session.standing === 'closed') return answer(reply, false)
    const refusal = renewalRefusal(session, request.body)
    if (refusal !== null) return refuse(reply, refusal.status, refusal.message)

    const passwordHash = await hashes.hash(request.body.user_pwd)
    const clientId = session.client.id
    const isRenewed = await passwords.renew({ clientId, passwordHash }, now())
    if (!isRenewed) return answer(reply, false)
    audit(request, 'password renewed', { client: clientId })
    const admission = await sessions.rotate(session)
    if (admission !== null) admit(request, reply, admission)
    return answer(reply, true)
  })
}
