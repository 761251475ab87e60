import type { MemoryAccounts, MemoryClient, MemorySession } from '#src/adapters/memory/accounts.ts'
import type { MemoryHumanCheck } from '#src/adapters/memory/human-check.ts'
import { rejectWith, replyOk, replyWith } from '#src/adapters/memory/replies.ts'
import type { AuthGateway } from '#src/application/identity/auth-gateway.ts'
import type { Clock } from '#src/application/platform/clocks.ts'
import type { ClientUser, LoginOutcome } from '#src/domain/identity/account.ts'
import type { SignInRequest } from '#src/domain/identity/login.ts'
import { loginViolations } from '#src/domain/identity/login-form.ts'
import { ok } from '#src/domain/result.ts'

/** What a browser keeps by its cookie: the session that it comes with, null for none. */
export interface MemoryCookie {
  session: MemorySession | null
}

export interface MemoryAuthDeps {
  readonly accounts: MemoryAccounts
  readonly humanCheck: MemoryHumanCheck
  readonly clock: Clock
  readonly cookie: MemoryCookie
}

const userOf = ({ username: _, password: __, closed: ___, ...client }: MemoryClient, token: string): ClientUser => ({
  ...client,
  token,
})

/** The client's account as its service keeps it (§4, D5, D54), for the browser with this cookie. */
export function createMemoryAuth({ accounts, humanCheck, clock, cookie }: MemoryAuthDeps): AuthGateway {
  const own = () => (accounts.isOpen(cookie.session) ? cookie.session : null)

  function letIn(client: MemoryClient): LoginOutcome {
    accounts.end([...accounts.openOf(client.id), ...(cookie.session ? [cookie.session] : [])])
    cookie.session = accounts.open(client.id)
    return { kind: 'success', user: userOf(client, cookie.session.token) }
  }

  function outcomeOf({ username, password, takeover }: SignInRequest): LoginOutcome {
    const client = accounts.named(username)
    if (client?.password !== password) return { kind: 'invalid' }
    if (client.closed) return { kind: client.closed }
    const inTheWay = accounts.openOf(client.id).some((session) => session !== cookie.session)
    // whoever has not accepted the terms is not in, and stands in nobody's way
    const active = inTheWay && client.termsAcceptedAt !== null && !takeover
    return active ? { kind: 'session-active' } : letIn(client)
  }

  return {
    signIn: (request, signal) =>
      replyWith(signal, () => {
        const fits = Object.keys(loginViolations(request)).length === 0
        return fits && humanCheck.accepts(request.proof) ? ok(outcomeOf(request)) : rejectWith(400)
      }),

    acceptTerms: (userId, signal) =>
      replyWith(signal, () => {
        const session = own()
        if (!session) return rejectWith(401)
        if (session.clientId !== userId) return rejectWith(403)
        const acceptedAt = accounts.withId(userId)?.termsAcceptedAt ?? clock.now()
        accounts.change(userId, { termsAcceptedAt: acceptedAt })
        return ok(acceptedAt)
      }),

    signOut: (signal) =>
      replyOk(signal, () => {
        if (cookie.session) accounts.end([cookie.session])
        cookie.session = null
      }),

    currentUser: (signal) =>
      replyOk(signal, () => {
        const session = own()
        const client = session && accounts.withId(session.clientId)
        return client && userOf(client, session.token)
      }),
  }
}
