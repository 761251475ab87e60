import type { MemoryAuthDeps } from '#src/adapters/memory/auth.ts'
import { rejectWith, replyWith } from '#src/adapters/memory/replies.ts'
import type { ApplicationToken } from '#src/application/identity/ports.ts'
import { toAccountAccess } from '#src/domain/identity/account.ts'
import { ok } from '#src/domain/result.ts'

export interface MemoryApplicationTokenDeps extends Pick<MemoryAuthDeps, 'accounts' | 'clock' | 'cookie'> {
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
