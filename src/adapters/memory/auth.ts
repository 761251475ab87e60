import type { MemoryAccounts, MemoryClient, MemorySession } from '#src/adapters/memory/accounts.ts'
import type { MemoryHumanCheck } from '#src/adapters/memory/human-check.ts'
import { rejectWith, replyOk, replyWith } from '#src/adapters/memory/replies.ts'
import type { AuthGateway } from '#src/application/identity/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import {
  type ClientUser,
  findAccountClosure,
  findReplacementReason,
  type LoginOutcome,
} from '#src/domain/identity/account.ts'
import { loginViolations, type SignInRequest } from '#src/domain/identity/login.ts'
import { normalizePassword } from '#src/domain/identity/password.ts'
import { ok } from '#src/domain/result.ts'

/** The session cookie of one browser; null without a session. */
export interface MemoryCookie {
  session: MemorySession | null
}

export interface MemoryAuthDeps {
  readonly accounts: MemoryAccounts
  readonly humanCheck: MemoryHumanCheck
  readonly clock: Clock
  readonly cookie: MemoryCookie
}

const toUser = (
  { id, name, email, passwordExpired, termsAcceptedAt, expiresAt }: MemoryClient,
  token: string,
): ClientUser => ({
  id,
  name,
  email,
  passwordExpired,
  termsAcceptedAt,
  token,
  ...(expiresAt !== null && { expiresAt }),
})

/** The account service in memory (§4, D5, D54), for the browser with this cookie. */
export function createMemoryAuth({ accounts, humanCheck, clock, cookie }: MemoryAuthDeps): AuthGateway {
  /** Finds the caller's session and client; null without a session, and for a closed account. */
  function findCaller() {
    const { session } = cookie
    const client = accounts.isOpen(session) ? accounts.findById(session.clientId) : null
    if (!session || !client || findAccountClosure(client, clock.now())) return null
    return { session, client }
  }

  function openSession(client: MemoryClient): LoginOutcome {
    accounts.endSessions([...accounts.findOpenSessions(client.id), ...(cookie.session ? [cookie.session] : [])])
    cookie.session = accounts.openSession(client.id)
    return { kind: 'success', user: toUser(client, cookie.session.token) }
  }

  function signIn({ username, password, takeover }: SignInRequest): LoginOutcome {
    const client = accounts.findByUsername(username)
    if (client?.password !== normalizePassword(password)) return { kind: 'invalid' }
    const closure = findAccountClosure(client, clock.now())
    if (closure) return { kind: closure }
    const hasOtherSession = accounts.findOpenSessions(client.id).some((session) => session !== cookie.session)
    const isBlocked = hasOtherSession && findReplacementReason(client, takeover) === null
    return isBlocked ? { kind: 'session-active' } : openSession(client)
  }

  return {
    signIn: (request, signal) =>
      replyWith(signal, () => {
        const isValid = Object.keys(loginViolations(request)).length === 0
        return isValid && humanCheck.accepts(request.proof) ? ok(signIn(request)) : rejectWith(400)
      }),

    acceptTerms: (userId, signal) =>
      replyWith(signal, () => {
        const caller = findCaller()
        if (!caller) return rejectWith(401)
        if (caller.client.id !== userId) return rejectWith(403)
        const acceptedAt = caller.client.termsAcceptedAt ?? clock.now()
        accounts.change(userId, { termsAcceptedAt: acceptedAt })
        return ok(acceptedAt)
      }),

    signOut: (signal) =>
      replyOk(signal, () => {
        if (cookie.session) accounts.endSessions([cookie.session])
        cookie.session = null
      }),

    currentUser: (signal) =>
      replyOk(signal, () => {
        const caller = findCaller()
        return caller && toUser(caller.client, caller.session.token)
      }),
  }
}
