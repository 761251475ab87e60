import type { IdentityPorts, SessionPorts } from '#src/application/identity/ports.ts'
import type { ClientSession } from '#src/application/identity/session.ts'
import { createListeners } from '#src/application/platform/listeners.ts'
import { APPLICATION_TOKEN_FAILED } from '#src/application/platform/log-messages.ts'
import type { Log } from '#src/application/platform/ports.ts'
import type { CallFailure, StorageFailure } from '#src/domain/call.ts'
import type { StoredSession } from '#src/domain/identity/session.ts'
import type { Result } from '#src/domain/result.ts'

/** Notifies subscribers that the application token was copied to the clipboard (D10). */
export interface TokenNotice {
  notifyCopied(): void
  /** Calls `listener` after each copy; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void
}

export function createTokenNotice(): TokenNotice {
  const { notify, subscribe } = createListeners()
  return { notifyCopied: notify, subscribe }
}

/**
 * Fetches the application token of a new session and stores it. Copies it if the configuration
 * requires a copy (D10). Callers do not await this call.
 */
type FetchApplicationToken = (session: StoredSession) => Promise<void>

interface FetchApplicationTokenDeps
  extends Pick<IdentityPorts, 'applicationToken' | 'clipboard'>,
    Pick<SessionPorts, 'session'> {
  readonly log: Log
  readonly tokenNotice: TokenNotice
}

/** HTTP status of a service that issues no application tokens. */
const NO_TOKENS_STATUS = 404

const issuesTokens = (failure: CallFailure) => failure.kind !== 'rejected' || failure.status !== NO_TOKENS_STATUS

/** Logs every returned failure except 404. Discards a token of an ended session. */
export function createFetchApplicationToken({
  applicationToken,
  clipboard,
  session,
  log,
  tokenNotice,
}: FetchApplicationTokenDeps): FetchApplicationToken {
  function isCurrentSession({ startedAt }: StoredSession): boolean {
    const stored = session.read()
    return stored.kind === 'session' && stored.session.startedAt === startedAt
  }

  async function storeToken(token: string, issuedFor: StoredSession): Promise<void> {
    // The client may have signed out, or another client may have signed in.
    if (!isCurrentSession(issuedFor)) return
    session.writeApplicationToken(token)
    if (applicationToken.requiresCopy && (await clipboard.copy(token))) tokenNotice.notifyCopied()
  }

  return async (issuedFor) => {
    const response = await applicationToken.request()
    if (response.ok) return response.value === null ? undefined : storeToken(response.value, issuedFor)
    if (issuesTokens(response.error)) log.error(APPLICATION_TOKEN_FAILED, response.error)
  }
}

/**
 * Stores a session and activates it. Also fetches the application token, unless the password has
 * expired (D6, D10).
 */
export type StoreClientSession = (session: StoredSession) => Result<void, StorageFailure>

interface StoreClientSessionDeps extends Pick<SessionPorts, 'session'> {
  readonly log: Log
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
