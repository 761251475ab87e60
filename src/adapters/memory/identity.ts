import {
  type AccountsState,
  createDemoAccounts,
  createMemoryAccounts,
  type MemoryAccounts,
  type MemoryClient,
} from '#src/adapters/memory/accounts.ts'
import { type ApiKeysState, createMemoryApiKeys, NO_API_KEYS_STATE } from '#src/adapters/memory/api-keys.ts'
import {
  createMemoryCookie,
  findSession,
  findSessionClient,
  type MemoryAuthDeps,
  type MemoryCookie,
} from '#src/adapters/memory/caller.ts'
import { createMemoryHumanCheck, type MemoryHumanCheck } from '#src/adapters/memory/human-check.ts'
import { createMemoryMailbox, type MemoryMailbox } from '#src/adapters/memory/mailbox.ts'
import { createMemoryNetwork, type MemoryNetwork } from '#src/adapters/memory/network.ts'
import { createMemoryPasskeyDevice, refusePasskeyLogin } from '#src/adapters/memory/passkeys.ts'
import { createMemoryPasswords } from '#src/adapters/memory/passwords.ts'
import { createMemoryRegistrations, type MemoryRegistrations } from '#src/adapters/memory/registrations.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import {
  answerChallenge,
  createMemoryFactors,
  createMemorySecondFactor,
  type FactorsState,
} from '#src/adapters/memory/second-factor.ts'
import type {
  ApplicationToken,
  AuthGateway,
  IdentityPorts,
  RememberedUsername,
} from '#src/application/identity/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { createState, type State } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import {
  type ClientUser,
  type FactorOutcome,
  findAccountClosure,
  findReplacementReason,
  type LoginOutcome,
  toAccountAccess,
} from '#src/domain/identity/account.ts'
import { loginViolations, type SignInRequest } from '#src/domain/identity/login.ts'
import { normalizePassword } from '#src/domain/identity/password.ts'
import type { RegistrationRecord } from '#src/domain/identity/registration.ts'
import type { FactorAnswer } from '#src/domain/identity/second-factor.ts'
import { ok, type Result } from '#src/domain/result.ts'

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

const toClientOwner = (id: string) => `client ${id}`

/** The account service in memory (§4, D5, D54), for the browser with this cookie. */
function createMemoryAuth(deps: MemoryAuthDeps): AuthGateway {
  const { accounts, humanCheck, clock, cookie, network, factors } = deps
  const { replyOk, replyWith } = network

  /** Finds the caller's session and client; null without a session, and for a closed account. */
  function findCaller() {
    const session = findSession(deps)
    const client = session && accounts.findById(session.clientId)
    if (!session || !client || findAccountClosure(client, clock.now())) return null
    return { session, client }
  }

  function openSession(client: MemoryClient): LoginOutcome {
    const ownSession = findSession(deps)
    accounts.endSessions([...accounts.findOpenSessions(client.id), ...(ownSession ? [ownSession] : [])])
    const { token } = accounts.openSession(client.id)
    cookie.set({ token })
    return { kind: 'success', user: toUser(client, token) }
  }

  function signIn({ username, password, takeover }: SignInRequest): LoginOutcome {
    const client = accounts.findByUsername(username)
    if (client?.password !== normalizePassword(password)) return { kind: 'invalid' }
    const closure = findAccountClosure(client, clock.now())
    if (closure) return { kind: closure }
    const hasOtherSession = accounts
      .findOpenSessions(client.id)
      .some(({ token }) => token !== cookie.getSnapshot().token)
    const isBlocked = hasOtherSession && findReplacementReason(client, takeover) === null
    if (isBlocked) return { kind: 'session-active' }
    const challenge = factors.challenge(toClientOwner(client.id), client.password ?? '')
    return challenge === null ? openSession(client) : { kind: 'factor-required', challenge }
  }

  function verifyFactor(answer: FactorAnswer): Result<FactorOutcome, CallFailure> {
    const isCurrent = (owner: string, password: string) => findOwner(owner)?.password === password
    const result = answerChallenge(factors, answer, isCurrent)
    if (!result.ok || 'kind' in result.value) return result as Result<FactorOutcome, CallFailure>
    const client = findOwner(result.value.owner)
    if (client === null) return ok({ kind: 'ticket-expired' })
    const closure = findAccountClosure(client, clock.now())
    return ok(closure ? { kind: closure } : openSession(client))
  }

  const findOwner = (owner: string) => accounts.findById(owner.replace('client ', ''))

  return {
    signIn: (request, signal) =>
      replyWith(signal, () => {
        const isValid = Object.keys(loginViolations(request)).length === 0
        return isValid && humanCheck.accepts(request.proof) ? ok(signIn(request)) : rejectWith(400)
      }),

    verifyFactor: (answer, signal) => replyWith(signal, () => verifyFactor(answer)),
    askPasskey: (ticket, signal) => replyWith(signal, () => refusePasskeyLogin(factors, ticket)),

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
        const session = findSession(deps)
        if (session) accounts.endSessions([session])
        cookie.set({ token: null })
      }),

    currentUser: (signal) =>
      replyOk(signal, () => {
        const caller = findCaller()
        return caller && toUser(caller.client, caller.session.token)
      }),
  }
}

interface MemoryApplicationTokenDeps extends Pick<MemoryAuthDeps, 'accounts' | 'clock' | 'cookie'> {
  readonly network?: MemoryNetwork
  readonly requiresCopy?: boolean
}

/** Issues a token to sessions with full access (D10). */
export function createMemoryApplicationToken({
  accounts,
  clock,
  cookie,
  requiresCopy = true,
  network = createMemoryNetwork(),
}: MemoryApplicationTokenDeps): ApplicationToken {
  const hasFullAccess = (clientId: string) => {
    const client = accounts.findById(clientId)
    return client !== null && toAccountAccess(client, clock.now()) === 'full'
  }

  return {
    requiresCopy,
    request: (signal) =>
      network.replyWith(signal, () => {
        const session = findSession({ accounts, cookie })
        if (!session) return rejectWith(401)
        return hasFullAccess(session.clientId) ? ok(`app-${session.token}`) : rejectWith(403)
      }),
  }
}

/** A remembered user name in memory. */
export function createMemoryUsername(): RememberedUsername {
  let rememberedUsername: string | null = null
  return {
    read: () => rememberedUsername,
    write: (username) => {
      rememberedUsername = username
    },
  }
}

/** The identity ports in memory. Tests can read human check and registrations. */
export interface MemoryIdentityPorts extends IdentityPorts {
  readonly auth: AuthGateway
  readonly humanCheck: MemoryHumanCheck
  readonly registrations: MemoryRegistrations
  readonly findClient: () => MemoryClient | null
}

/** The stored data of the identity service; each part may come from a store. */
export interface MemoryIdentityState {
  readonly accounts: State<AccountsState>
  readonly registrations: State<readonly RegistrationRecord[]>
  readonly factors: State<FactorsState>
  readonly apiKeys: State<ApiKeysState>
}

const createDemoState = (): MemoryIdentityState => ({
  accounts: createState(createDemoAccounts()),
  registrations: createState<readonly RegistrationRecord[]>([]),
  factors: createState<FactorsState>([]),
  apiKeys: createState(NO_API_KEYS_STATE),
})

/** What replaces a new session cookie and the ports of a browser. */
interface BrowserOptions extends Partial<MemoryIdentityPorts> {
  readonly cookie?: MemoryCookie
}

/** A simulated service with accounts, for several browsers. */
interface MemoryIdentity {
  readonly accounts: MemoryAccounts
  readonly humanCheck: MemoryHumanCheck
  readonly mailbox: MemoryMailbox
  /** Creates the ports of a new browser without a session; `overrides` replace ports. */
  browser(overrides?: BrowserOptions): MemoryIdentityPorts
}

interface MemoryIdentityDeps {
  /** The real clock. */
  readonly clock: Clock
  readonly network?: MemoryNetwork
  readonly mailbox?: MemoryMailbox
  readonly state?: MemoryIdentityState
}

/** Creates a service, by default with the demo accounts in their initial state (D43). */
export function createMemoryIdentity({
  clock,
  network = createMemoryNetwork(),
  mailbox = createMemoryMailbox(clock),
  state = createDemoState(),
}: MemoryIdentityDeps): MemoryIdentity {
  const accounts = createMemoryAccounts(clock, state.accounts)
  const humanCheck = createMemoryHumanCheck({ clock, network })
  const service = {
    accounts,
    humanCheck,
    mailbox,
    clock,
    network,
    factors: createMemoryFactors({ clock, state: state.factors }),
  }
  const registrations = createMemoryRegistrations({ ...service, state: state.registrations })

  return {
    accounts,
    humanCheck,
    mailbox,
    browser({ cookie = createMemoryCookie(), ...overrides } = {}) {
      const deps = { ...service, cookie }
      return {
        auth: createMemoryAuth(deps),
        secondFactor: createMemorySecondFactor({
          ...service,
          findAccount() {
            const client = findSessionClient(deps)
            return client && { ...client, owner: toClientOwner(client.id), label: client.username }
          },
        }),
        apiKeys: createMemoryApiKeys({
          clock,
          network,
          findClient: () => findSessionClient(deps),
          state: state.apiKeys,
        }),
        passkeyDevice: createMemoryPasskeyDevice(),
        passwords: createMemoryPasswords(deps),
        registrations,
        humanCheck,
        applicationToken: createMemoryApplicationToken(deps),
        rememberedUsername: createMemoryUsername(),
        findClient: () => findSessionClient(deps),
        ...overrides,
      }
    },
  }
}
