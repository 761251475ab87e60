import type { RecoveryTokens } from '#src/application/identity/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { createState, type State } from '#src/application/platform/readable.ts'
import { isSameKey } from '#src/domain/identity/account.ts'
import { earliestUsableCreation, type LinkKind } from '#src/domain/identity/recovery.ts'
import { isExpired } from '#src/domain/identity/session.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccount } from '#src/simulator/demo-accounts.ts'

/** A client's account with its password in plain text. */
export interface MemoryClient extends DemoAccount {
  /** Null until the client sets the first password (D79). */
  readonly password: string | null
}

/** A session of the simulated service, which removes ended sessions. */
export interface MemorySession {
  readonly clientId: string
  readonly token: string
  readonly startedAt: Instant
}

interface MailedLink extends RecoveryTokens {
  readonly kind: LinkKind
  readonly clientId: string
  readonly createdAt: Instant
}

/** The stored accounts, with their sessions and links. */
export interface AccountsState {
  readonly clients: readonly MemoryClient[]
  readonly sessions: readonly MemorySession[]
  readonly links: readonly MailedLink[]
  /** Number of tokens so far; each token has its number. */
  readonly tokenCount: number
}

/** The demo accounts without sessions (D43). */
export const createDemoAccounts = (): AccountsState => ({
  clients: DEMO_ACCOUNTS.map((account) => ({ ...account, password: DEMO_PASSWORD })),
  sessions: [],
  links: [],
  tokenCount: 0,
})

/** Accounts, sessions and mailed links of a simulated service, shared by all browsers. */
export interface MemoryAccounts {
  findByUsername(username: string): MemoryClient | null
  findByEmail(email: string): MemoryClient | null
  findById(id: string): MemoryClient | null
  add(client: MemoryClient): void
  change(id: string, changes: Partial<Omit<MemoryClient, 'id'>>): void
  openSession(clientId: string): MemorySession
  /** Finds an open session; null for an unknown, ended or expired one. */
  findSession(token: string | null): MemorySession | null
  findOpenSessions(clientId: string): readonly MemorySession[]
  endSessions(sessions: readonly MemorySession[]): void
  /** Creates a link, which the service mails. */
  addLink(clientId: string, kind?: LinkKind): RecoveryTokens
  /** Finds the newest link of a client; null without a link. */
  findLink(clientId: string): RecoveryTokens | null
  /** Finds the client id of a link; null for an unknown, used or expired link. */
  findLinkOwner(tokens: RecoveryTokens): string | null
  consumeLink(tokens: RecoveryTokens): void
}

const hasTokens = (link: MailedLink, { token, token2 }: RecoveryTokens) =>
  link.token === token && link.token2 === token2

export function createMemoryAccounts(
  { now }: Clock,
  state: State<AccountsState> = createState(createDemoAccounts()),
): MemoryAccounts {
  const read = state.getSnapshot
  const change = (changes: Partial<AccountsState>) => state.set({ ...read(), ...changes })

  function createToken(prefix: string): string {
    const tokenCount = read().tokenCount + 1
    change({ tokenCount })
    return `${prefix}-${tokenCount}`
  }

  const find = (matches: (client: MemoryClient) => boolean) => read().clients.find(matches) ?? null
  const isOpen = ({ startedAt }: MemorySession) => !isExpired(startedAt, now())

  return {
    findByUsername: (username) => find((client) => isSameKey(client.username, username)),
    findByEmail: (email) => find((client) => isSameKey(client.email, email)),
    findById: (id) => find((client) => client.id === id),

    add(client) {
      change({ clients: [...read().clients, client] })
    },

    change(id, changes) {
      change({ clients: read().clients.map((client) => (client.id === id ? { ...client, ...changes } : client)) })
    },

    openSession(clientId) {
      const session = { clientId, token: createToken('tok'), startedAt: now() }
      change({ sessions: [...read().sessions, session] })
      return session
    },

    findSession: (token) => read().sessions.find((session) => session.token === token && isOpen(session)) ?? null,
    findOpenSessions: (clientId) =>
      read().sessions.filter((session) => session.clientId === clientId && isOpen(session)),

    endSessions(endedSessions) {
      change({ sessions: read().sessions.filter((session) => !endedSessions.includes(session)) })
    },

    addLink(clientId, kind = 'recovery') {
      const tokens = { token: createToken('r1'), token2: createToken('r2') }
      change({ links: [...read().links, { kind, clientId, ...tokens, createdAt: now() }] })
      return tokens
    },

    findLink(clientId) {
      const link = read().links.findLast((candidate) => candidate.clientId === clientId)
      return link ? { token: link.token, token2: link.token2 } : null
    },

    findLinkOwner(tokens) {
      const link = read().links.find((candidate) => hasTokens(candidate, tokens))
      return link && link.createdAt >= earliestUsableCreation(now(), link.kind) ? link.clientId : null
    },

    consumeLink(tokens) {
      change({ links: read().links.filter((link) => !hasTokens(link, tokens)) })
    },
  }
}
