import type { TokenNotice } from '#src/application/identity/token-notice.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import { APPLICATION_TOKEN_FAILED } from '#src/application/platform/log-messages.ts'
import type { IdentityPorts, Ports } from '#src/application/ports.ts'
import type { StoredSession } from '#src/domain/identity/session.ts'

/** Gets the application token of a session that was just admitted, keeps it and copies it (D10). Nothing waits for it. */
export type FetchApplicationToken = (session: StoredSession) => Promise<void>

export interface FetchApplicationTokenDeps
  extends Pick<IdentityPorts, 'applicationToken' | 'clipboard'>,
    Pick<Ports, 'session' | 'log'> {
  readonly tokenNotice: TokenNotice
}

const NOT_OFFERED = 404

const isOffered = (failure: GatewayFailure) => failure.kind !== 'rejected' || failure.status !== NOT_OFFERED

/** A failure is only logged; a service that has no application account (404) is none. */
export function createFetchApplicationToken({
  applicationToken,
  clipboard,
  session,
  log,
  tokenNotice,
}: FetchApplicationTokenDeps): FetchApplicationToken {
  function isStill({ startedAt }: StoredSession): boolean {
    const trace = session.read()
    return trace.kind === 'session' && trace.session.startedAt === startedAt
  }

  async function keep(token: string, admitted: StoredSession): Promise<void> {
    // somebody may have left meanwhile, or somebody else have come
    if (!isStill(admitted)) return
    session.writeApplicationToken(token)
    if (applicationToken.copied && (await clipboard.copy(token))) tokenNotice.tell()
  }

  return async (admitted) => {
    const answer = await applicationToken.request()
    if (answer.ok) return answer.value === null ? undefined : keep(answer.value, admitted)
    if (isOffered(answer.error)) log.error(APPLICATION_TOKEN_FAILED, answer.error)
  }
}
