import type { IdentityPorts, SessionPorts } from '#src/application/identity/ports.ts'
import { APPLICATION_TOKEN_FAILED } from '#src/application/platform/log-messages.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import type { Log, PagePorts } from '#src/application/platform/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { StoredSession } from '#src/domain/identity/session.ts'

/** The toast after a copy of the application token to the clipboard (D10). */
export const TOKEN_COPIED = 'Se copió el token de la aplicación al portapapeles.'

/**
 * Fetches the application token of a new session and stores it. Copies it if the configuration
 * requires a copy (D10). Callers do not await this call.
 */
export type FetchApplicationToken = (session: StoredSession) => Promise<void>

interface FetchApplicationTokenDeps
  extends Pick<IdentityPorts, 'applicationToken'>,
    Pick<PagePorts, 'clipboard'>,
    Pick<SessionPorts, 'session'> {
  readonly log: Log
  readonly toasts: Pick<Toasts, 'show'>
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
  toasts,
}: FetchApplicationTokenDeps): FetchApplicationToken {
  function isCurrentSession({ startedAt }: StoredSession): boolean {
    const stored = session.read()
    return stored.kind === 'session' && stored.session.startedAt === startedAt
  }

  async function storeToken(token: string, issuedFor: StoredSession): Promise<void> {
    // The client may have signed out, or another client may have signed in.
    if (!isCurrentSession(issuedFor)) return
    session.writeApplicationToken(token)
    if (applicationToken.requiresCopy && (await clipboard.copy(token))) toasts.show(TOKEN_COPIED)
  }

  return async (issuedFor) => {
    const response = await applicationToken.request()
    if (response.ok) return response.value === null ? undefined : storeToken(response.value, issuedFor)
    if (issuesTokens(response.error)) log.error(APPLICATION_TOKEN_FAILED, response.error)
  }
}
