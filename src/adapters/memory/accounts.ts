import type { RecoveryTokens } from '#src/application/identity/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { isSameKey } from '#src/domain/identity/account.ts'
import { earliestUsableCreation } from '#src/domain/identity/recovery.ts'
import { isExpired } from '#src/domain/identity/session.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import type { DemoAccount } from '#src/simulator/demo-accounts.ts'

/** A client's account with its password in plain text. */
export interface MemoryClient extends DemoAccount {
  readonly password: string
}

/** A session of the simulated service, which removes ended sessions. */
export interface MemorySession {
  readonly clientId: string
  readonly token: string
  readonly startedAt: Instant
}

/** Accounts, sessions and recovery links of a simulated service, shared by all browsers. */
export interface MemoryAccounts {
  findByUsername(username: string): MemoryClient | null
  findByEmail(email: string): MemoryClient | null
  findById(id: string): MemoryClient | null
  change(id: string, changes: Partial<Omit<MemoryClient, 'id'>>): void
  openSession(clientId: string): MemorySession
  isOpen(session: MemorySession | null): session is MemorySession
  findOpenSessions(clientId: string): readonly MemorySession[]
  endSessions(sessions: readonly MemorySession[]): void
  /** Creates a recovery link, which the service would mail. */
  addLink(clientId: string): void
  /** Finds the newest link of a client; null without a link. */
  findLink(clientId: string): RecoveryTokens | null
  /** Finds the client id of a link; null for an unknown, used or expired link. */
  findLinkOwner(tokens: RecoveryTokens): string | null
  consumeLink(tokens: RecoveryTokens): void
}

interface RecoveryLink extends RecoveryTokens {
  readonly clientId: string
  readonly createdAt: Instant
}

const hasTokens = (link: RecoveryLink, { token, token2 }: RecoveryTokens) =>
  link.token === token && link.token2 === token2

export function createMemoryAccounts(clients: readonly MemoryClient[], { now }: Clock): MemoryAccounts {
  let accounts = [...clients]
  let sessions: readonly MemorySession[] = []
  let links: readonly RecoveryLink[] = []
  let tokenCount = 0

  const createToken = (prefix: string) => {
    tokenCount += 1
    return `${prefix}-${tokenCount}`
  }
  const find = (matches: (client: MemoryClient) => boolean) => accounts.find(matches) ?? null
  const isOpen = (session: MemorySession | null): session is MemorySession =>
    session !== null && sessions.includes(session) && !isExpired(session.startedAt, now())

  return {
    findByUsername: (username) => find((client) => isSameKey(client.username, username)),
    findByEmail: (email) => find((client) => isSameKey(client.email, email)),
    findById: (id) => find((client) => client.id === id),

    change(id, changes) {
      accounts = accounts.map((client) => (client.id === id ? { ...client, ...changes } : client))
    },

    openSession(clientId) {
      const session = { clientId, token: createToken('tok'), startedAt: now() }
      sessions = [...sessions, session]
      return session
    },

    isOpen,
    findOpenSessions: (clientId) => sessions.filter((session) => session.clientId === clientId && isOpen(session)),

    endSessions(endedSessions) {
      sessions = sessions.filter((session) => !endedSessions.includes(session))
    },

    addLink(clientId) {
      links = [...links, { clientId, token: createToken('r1'), token2: createToken('r2'), createdAt: now() }]
    },

    findLink(clientId) {
      const link = links.findLast((candidate) => candidate.clientId === clientId)
      return link ? { token: link.token, token2: link.token2 } : null
    },

    findLinkOwner(tokens) {
      const link = links.find((candidate) => hasTokens(candidate, tokens))
      return link && link.createdAt >= earliestUsableCreation(now(), 'recovery') ? link.clientId : null
    },

    consumeLink(tokens) {
      links = links.filter((link) => !hasTokens(link, tokens))
    },
  }
}
