import type { RecoveryTokens } from '#src/application/identity/password-gateway.ts'
import type { Clock } from '#src/application/platform/clocks.ts'
import type { ClientUser } from '#src/domain/identity/account.ts'
import { isExpired } from '#src/domain/identity/session.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** A link of a recovery is good for so long. */
const RECOVERY_LIFETIME_MS = 30 * MINUTE_MS

/** A client's account; `closed` says why it lets nobody in. */
export interface MemoryClient extends Omit<ClientUser, 'token'> {
  readonly username: string
  readonly password: string
  readonly closed: 'expired' | 'disabled' | null
}

/** A session at the service; one that was ended is in no list any more. */
export interface MemorySession {
  readonly clientId: string
  readonly token: string
  readonly startedAt: Instant
}

/** Accounts, sessions and recovery links of one service, shared by all its browsers. */
export interface MemoryAccounts {
  named(username: string): MemoryClient | null
  withEmail(email: string): MemoryClient | null
  withId(id: string): MemoryClient | null
  change(id: string, to: Partial<Omit<MemoryClient, 'id'>>): void
  open(clientId: string): MemorySession
  isOpen(session: MemorySession | null): session is MemorySession
  openOf(clientId: string): readonly MemorySession[]
  end(sessions: readonly MemorySession[]): void
  /** Makes a link, as the mail brings it. */
  addLink(clientId: string): void
  /** The newest link of a client, null without one. */
  linkOf(clientId: string): RecoveryTokens | null
  /** Whose good link this is; null when unknown, used or older than 30 minutes. */
  ownerOf(tokens: RecoveryTokens): string | null
  spend(tokens: RecoveryTokens): void
}

interface Link extends RecoveryTokens {
  readonly clientId: string
  readonly madeAt: Instant
}

const sameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const isLink =
  ({ token, token2 }: RecoveryTokens) =>
  (link: Link) =>
    link.token === token && link.token2 === token2

export function createMemoryAccounts(clients: readonly MemoryClient[], { now }: Clock): MemoryAccounts {
  let accounts = [...clients]
  let sessions: readonly MemorySession[] = []
  let links: readonly Link[] = []
  let made = 0

  const numbered = (name: string) => {
    made += 1
    return `${name}-${made}`
  }
  const find = (fits: (client: MemoryClient) => boolean) => accounts.find(fits) ?? null
  const isOpen = (session: MemorySession | null): session is MemorySession =>
    session !== null && sessions.includes(session) && !isExpired(session.startedAt, now())

  return {
    named: (username) => find((client) => sameText(client.username, username)),
    withEmail: (email) => find((client) => sameText(client.email, email)),
    withId: (id) => find((client) => client.id === id),

    change(id, to) {
      accounts = accounts.map((client) => (client.id === id ? { ...client, ...to } : client))
    },

    open(clientId) {
      const session = { clientId, token: numbered('tok'), startedAt: now() }
      sessions = [...sessions, session]
      return session
    },

    isOpen,
    openOf: (clientId) => sessions.filter((session) => session.clientId === clientId && isOpen(session)),

    end(ended) {
      sessions = sessions.filter((session) => !ended.includes(session))
    },

    addLink(clientId) {
      links = [...links, { clientId, token: numbered('r1'), token2: numbered('r2'), madeAt: now() }]
    },

    linkOf(clientId) {
      const link = links.findLast((made) => made.clientId === clientId)
      return link ? { token: link.token, token2: link.token2 } : null
    },

    ownerOf(tokens) {
      const link = links.find(isLink(tokens))
      return link && now() - link.madeAt <= RECOVERY_LIFETIME_MS ? link.clientId : null
    },

    spend(tokens) {
      const used = isLink(tokens)
      links = links.filter((link) => !used(link))
    },
  }
}
