import {
  createMemoryAccounts,
  type MemoryAccounts,
  type MemoryClient,
  type MemorySession,
} from '#src/adapters/memory/accounts.ts'
import { rejectWith, replyOk, replyWith } from '#src/adapters/memory/replies.ts'
import type {
  ApplicationToken,
  AuthGateway,
  IdentityPorts,
  PasswordGateway,
  PasswordReply,
  ProofOfWorkCheck,
  RegistrationGateway,
  RememberedUsername,
  Renewal,
} from '#src/application/identity/ports.ts'
import type { Clipboard, Clock } from '#src/application/platform/ports.ts'
import {
  type ClientUser,
  canRecoverPassword,
  findAccountClosure,
  findReplacementReason,
  isSameAccount,
  type LoginOutcome,
  toAccountAccess,
} from '#src/domain/identity/account.ts'
import { isEmail } from '#src/domain/identity/email.ts'
import { type HumanProof, PROOF_LIFETIME_MS } from '#src/domain/identity/human-check-machine.ts'
import { loginViolations, type SignInRequest } from '#src/domain/identity/login.ts'
import { normalizePassword, passwordViolations } from '#src/domain/identity/password.ts'
import type { RegistrationRecord } from '#src/domain/identity/registration.ts'
import { ok } from '#src/domain/result.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'

/** The session cookie of one browser; null without a session. */
interface MemoryCookie {
  session: MemorySession | null
}

interface MemoryAuthDeps {
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
function createMemoryAuth({ accounts, humanCheck, clock, cookie }: MemoryAuthDeps): AuthGateway {
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

const toReply = (isDone: boolean) => ok<PasswordReply>(isDone ? 'done' : 'refused')
const isAcceptable = (password: string, repeat: string) => passwordViolations(password, repeat).length === 0

const isCurrentPassword = (client: MemoryClient, password: string) => client.password === normalizePassword(password)

/** The password service in memory (§7.1, D15, D40), for the browser with this cookie. */
function createMemoryPasswords({ accounts, humanCheck, clock, cookie }: MemoryAuthDeps): PasswordGateway {
  function renew({ userId, username, email, password }: Renewal) {
    const { session } = cookie
    const client = accounts.isOpen(session) ? accounts.findById(session.clientId) : null
    if (!client) return rejectWith(401)
    const isOwn = isSameAccount(client, { id: userId, username, email })
    if (!isOwn || toAccountAccess(client, clock.now()) !== 'password-expired') return rejectWith(403)
    if (!isAcceptable(password, password) || isCurrentPassword(client, password)) return rejectWith(400)
    accounts.change(client.id, { password, passwordExpired: false })
    return toReply(true)
  }

  return {
    requestRecovery: (email, proof, signal) =>
      replyWith(signal, () => {
        if (!isEmail(email) || !humanCheck.accepts(proof)) return rejectWith(400)
        const client = accounts.findByEmail(email)
        if (client && canRecoverPassword(client)) accounts.addLink(client.id)
        return toReply(true)
      }),

    verifyTokens: (tokens, signal) => replyWith(signal, () => toReply(accounts.findLinkOwner(tokens) !== null)),

    reset: (tokens, password, repeat, signal) =>
      replyWith(signal, () => {
        if (!isAcceptable(password, repeat)) return rejectWith(400)
        const client = accounts.findById(accounts.findLinkOwner(tokens) ?? '')
        if (client === null) return toReply(false)
        if (isCurrentPassword(client, password)) return rejectWith(400)
        const { id } = client
        accounts.consumeLink(tokens)
        accounts.change(id, { password, passwordExpired: false })
        accounts.endSessions(accounts.findOpenSessions(id))
        return toReply(true)
      }),

    renew: (renewal, signal) => replyWith(signal, () => renew(renewal)),
  }
}

/** A registration service. A test can read the received records. */
interface MemoryRegistrations extends RegistrationGateway {
  receivedRecords(): readonly RegistrationRecord[]
}

function createMemoryRegistrations({ humanCheck }: { readonly humanCheck: MemoryHumanCheck }): MemoryRegistrations {
  const received: RegistrationRecord[] = []
  return {
    register: (record, proof, signal) =>
      replyWith(signal, () => {
        if (!humanCheck.accepts(proof)) return rejectWith(400)
        received.push(record)
        return ok(undefined)
      }),
    receivedRecords: () => [...received],
  }
}

/** A human check that always succeeds; it also verifies proofs as the service does. */
interface MemoryHumanCheck extends ProofOfWorkCheck {
  /** Returns true for an issued, unused and unexpired proof, and marks the proof as used. */
  accepts(proof: HumanProof): boolean
}

function createMemoryHumanCheck({ clock }: { readonly clock: Clock }): MemoryHumanCheck {
  const unusedProofs = new Map<string, HumanProof>()
  let issuedCount = 0

  const issueProof = (): HumanProof => {
    issuedCount += 1
    const proof = { text: `prueba-${issuedCount}`, expiresAt: clock.now() + PROOF_LIFETIME_MS }
    unusedProofs.set(proof.text, proof)
    return proof
  }

  return {
    kind: 'proof-of-work',
    solve: (signal) => replyOk(signal, issueProof),
    accepts({ text }) {
      const proof = unusedProofs.get(text)
      unusedProofs.delete(text)
      return proof !== undefined && clock.now() < proof.expiresAt
    },
  }
}

interface MemoryApplicationTokenDeps extends Pick<MemoryAuthDeps, 'accounts' | 'clock' | 'cookie'> {
  readonly requiresCopy?: boolean
}

/** Issues a token to sessions with full access (D10). */
export function createMemoryApplicationToken({
  accounts,
  clock,
  cookie,
  requiresCopy = true,
}: MemoryApplicationTokenDeps): ApplicationToken {
  const hasFullAccess = (clientId: string) => {
    const client = accounts.findById(clientId)
    return client !== null && toAccountAccess(client, clock.now()) === 'full'
  }

  return {
    requiresCopy,
    request: (signal) =>
      replyWith(signal, () => {
        const { session } = cookie
        if (!accounts.isOpen(session)) return rejectWith(401)
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

/** A clipboard in memory. Tests can read the text and deny access. */
interface MemoryClipboard extends Clipboard {
  text(): string | null
  setAllowed(allowed: boolean): void
}

export function createMemoryClipboard(): MemoryClipboard {
  const state: { text: string | null; allowed: boolean } = { text: null, allowed: true }
  return {
    async copy(text) {
      if (state.allowed) state.text = text
      return state.allowed
    },
    text: () => state.text,
    setAllowed: (allowed) => {
      state.allowed = allowed
    },
  }
}

/** The identity ports in memory. Tests can read human check, clipboard and registrations. */
export interface MemoryIdentityPorts extends IdentityPorts {
  readonly auth: AuthGateway
  readonly humanCheck: MemoryHumanCheck
  readonly registrations: MemoryRegistrations
  readonly clipboard: MemoryClipboard
  /** Finds the client of the browser's session; null without an open session. */
  readonly findClient: () => MemoryClient | null
}

/** A simulated service with accounts, for several browsers. */
interface MemoryIdentity {
  readonly accounts: MemoryAccounts
  /** Creates the ports of a new browser without a session; `overrides` replace ports. */
  browser(overrides?: Partial<MemoryIdentityPorts>): MemoryIdentityPorts
}

/** Creates a service with the demo accounts (D43); `clock` is the real clock. */
export function createMemoryIdentity({ clock }: { readonly clock: Clock }): MemoryIdentity {
  const accounts = createMemoryAccounts(
    DEMO_ACCOUNTS.map((account) => ({ ...account, password: DEMO_PASSWORD })),
    clock,
  )
  const humanCheck = createMemoryHumanCheck({ clock })
  const registrations = createMemoryRegistrations({ humanCheck })

  return {
    accounts,
    browser(overrides = {}) {
      const cookie: MemoryCookie = { session: null }
      const deps = { accounts, humanCheck, clock, cookie }
      return {
        auth: createMemoryAuth(deps),
        passwords: createMemoryPasswords(deps),
        registrations,
        humanCheck,
        applicationToken: createMemoryApplicationToken(deps),
        rememberedUsername: createMemoryUsername(),
        clipboard: createMemoryClipboard(),
        findClient: () => (accounts.isOpen(cookie.session) ? accounts.findById(cookie.session.clientId) : null),
        ...overrides,
      }
    },
  }
}
