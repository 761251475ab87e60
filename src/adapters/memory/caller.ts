import type { MemoryAccounts, MemoryClient, MemorySession } from '#src/adapters/memory/accounts.ts'
import type { MemoryHumanCheck } from '#src/adapters/memory/human-check.ts'
import type { MemoryMailbox } from '#src/adapters/memory/mailbox.ts'
import type { MemoryNetwork } from '#src/adapters/memory/network.ts'
import type { MemoryFactors } from '#src/adapters/memory/second-factor.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { createState, type State } from '#src/application/platform/readable.ts'

/** The session cookie of one browser; null without a session. */
export type MemoryCookie = State<{ readonly token: string | null }>

export const createMemoryCookie = (): MemoryCookie => createState<{ readonly token: string | null }>({ token: null })

/** Finds the session of the browser; null without an open session. */
export const findSession = ({ accounts, cookie }: Pick<MemoryAuthDeps, 'accounts' | 'cookie'>): MemorySession | null =>
  accounts.findSession(cookie.getSnapshot().token)

/** Finds the client of the browser's session; null without an open session. */
export function findSessionClient(deps: Pick<MemoryAuthDeps, 'accounts' | 'cookie'>): MemoryClient | null {
  const session = findSession(deps)
  return session && deps.accounts.findById(session.clientId)
}

/** A simulated service, and the browser that calls it. */
export interface MemoryAuthDeps {
  readonly network: MemoryNetwork
  readonly accounts: MemoryAccounts
  readonly humanCheck: MemoryHumanCheck
  readonly mailbox: MemoryMailbox
  readonly clock: Clock
  readonly cookie: MemoryCookie
  readonly factors: MemoryFactors
}
