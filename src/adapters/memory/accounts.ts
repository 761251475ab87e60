import type { RecoveryTokens } from '#src/application/identity/password-gateway.ts'
import type { Clock } from '#src/application/platform/clocks.ts'
import { isSameKey } from '#src/domain/identity/account.ts'
import type { DemoAccount } from '#src/domain/identity/demo-accounts.ts'
import { oldestUsableLink } from '#src/domain/identity/recovery.ts'
import { isExpired } from '#src/domain/identity/session.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A client's account with its password in plain text. */
export interface MemoryClient extends DemoAccount {
  readonly password: string
}

/** A session at the service; ended sessions are removed. */
export interface MemorySession {
  readonly clientId: string
  readonly token: string
  readonly startedAt: Instant
}

/** Accounts, sessions and recovery links of one service, shared by all browsers. */
export interface MemoryAccounts {
  findByUsername(username: string): MemoryClient | null
  findByEmail(email: string): MemoryClient | null
  findById(id: string): MemoryClient | null
  change(id: string, to: Partial<Omit<MemoryClient, 'id'>>): void
  openSession(clientId: string): MemorySession
  isOpen(session: MemorySession | null): session is MemorySession
  findOpenSessions(clientId: string): readonly MemorySession[]
  endSessions(sessions: readonly MemorySession[]): void
  /** Creates a recovery link, as in the mail. */
  addLink(clientId: string): void
  /** The newest link of a client, null without one. */
  findLink(clientId: string): RecoveryTokens | null
  /** The client id of a usable link; null for an unknown, used or old one. */
  findLinkOwner(tokens: RecoveryTokens): string | null
  consumeLink(tokens: RecoveryTokens): void
}

interface Link extends RecoveryTokens {
  readonly clientId: string
  readonly createdAt: Instant
}

const isLink =
  ({ token, token2 }: RecoveryTokens) =>
  (link: Link) =>
    link.token === token && link.token2 === token2

export function createMemoryAccounts(clients: readonly MemoryClient[], { now }: Clock): MemoryAccounts {
  let accounts = [...clients]
  let sessions: readonly MemorySession[] = []
  let links: readonly Link[] = []
  let created = 0

  const createName = (name: string) => {
    created += 1
    return `${name}-${created}`
  }
  const find = (matches: (client: MemoryClient) => boolean) => accounts.find(matches) ?? null
  const isOpen = (session: MemorySession | null): session is MemorySession =>
    session !== null && sessions.includes(session) && !isExpired(session.startedAt, now())

  return {
    findByUsername: (username) => find((client) => isSameKey(client.username, username)),
    findByEmail: (email) => find((client) => isSameKey(client.email, email)),
    findById: (id) => find((client) => client.id === id),

    change(id, to) {
      accounts = accounts.map((client) => (client.id === id ? { ...client, ...to } : client))
    },

    openSession(clientId) {
      const session = { clientId, token: createName('tok'), startedAt: now() }
      sessions = [...sessions, session]
      return session
    },

    isOpen,
    findOpenSessions: (clientId) => sessions.filter((session) => session.clientId === clientId && isOpen(session)),

    endSessions(ended) {
      sessions = sessions.filter((session) => !ended.includes(session))
    },

    addLink(clientId) {
      links = [...links, { clientId, token: createName('r1'), token2: createName('r2'), createdAt: now() }]
    },

    findLink(clientId) {
      const link = links.findLast((candidate) => candidate.clientId === clientId)
      return link ? { token: link.token, token2: link.token2 } : null
    },

    findLinkOwner(tokens) {
      const link = links.find(isLink(tokens))
      return link && link.createdAt >= oldestUsableLink(now(), 'recovery') ? link.clientId : null
    },

    consumeLink(tokens) {
      const used = isLink(tokens)
      links = links.filter((link) => !used(link))
    },
  }
}
