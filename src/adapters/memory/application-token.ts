import type { MemoryAuthDeps } from '#src/adapters/memory/auth.ts'
import { rejectWith, replyWith } from '#src/adapters/memory/replies.ts'
import type { ApplicationToken } from '#src/application/identity/application-token.ts'
import { ok } from '#src/domain/result.ts'

export interface MemoryApplicationTokenDeps extends Pick<MemoryAuthDeps, 'accounts' | 'cookie'> {
  readonly copied?: boolean
}

/** A token for whoever has a session that may do everything (D10). */
export function createMemoryApplicationToken({
  accounts,
  cookie,
  copied = true,
}: MemoryApplicationTokenDeps): ApplicationToken {
  const mayAll = (clientId: string) => {
    const client = accounts.withId(clientId)
    return client !== null && client.termsAcceptedAt !== null && !client.keyExpired
  }

  return {
    copied,
    request: (signal) =>
      replyWith(signal, () => {
        const { session } = cookie
        if (!accounts.isOpen(session)) return rejectWith(401)
        return mayAll(session.clientId) ? ok(`app-${session.token}`) : rejectWith(403)
      }),
  }
}
