import type { FetchApplicationToken } from '#src/application/identity/fetch-application-token.ts'
import { APPLICATION_TOKEN_FAILED } from '#src/application/platform/log-messages.ts'
import type { Ports } from '#src/application/ports.ts'
import type { StorageFailure } from '#src/domain/call.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import type { StoredSession } from '#src/domain/identity/session.ts'
import type { Result } from '#src/domain/result.ts'

/**
 * Stores a session and activates it. Also fetches the application token, unless the password has
 * expired (D6, D10).
 */
export type StoreClientSession = (session: StoredSession) => Result<void, StorageFailure>

export interface StoreClientSessionDeps extends Pick<Ports, 'session' | 'log'> {
  readonly clientSession: ClientSession
  readonly fetchApplicationToken: FetchApplicationToken
}

export function createStoreClientSession({
  session: store,
  log,
  clientSession,
  fetchApplicationToken,
}: StoreClientSessionDeps): StoreClientSession {
  return (session) => {
    const result = store.write(session)
    if (!result.ok) return result
    clientSession.send({ type: 'STORED' })
    if (!session.user.passwordExpired) {
      fetchApplicationToken(session).catch((error: unknown) => log.error(APPLICATION_TOKEN_FAILED, error))
    }
    return result
  }
}
