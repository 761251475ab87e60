import type { TokenNotice } from '#src/application/identity/token-notice.ts'
import { APPLICATION_TOKEN_FAILED } from '#src/application/platform/log-messages.ts'
import type { IdentityPorts, Ports } from '#src/application/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { StoredSession } from '#src/domain/identity/session.ts'

/**
 * Fetches the application token of a new session and stores it. Copies it if the configuration
 * requires a copy (D10). Callers do not await this call.
 */
export type FetchApplicationToken = (session: StoredSession) => Promise<void>

export interface FetchApplicationTokenDeps
  extends Pick<IdentityPorts, 'applicationToken' | 'clipboard'>,
    Pick<Ports, 'session' | 'log'> {
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
