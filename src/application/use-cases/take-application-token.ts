import type { GatewayFailure } from '#src/application/failure.ts'
import { APPLICATION_TOKEN_FAILED } from '#src/application/messages/log.ts'
import type { IdentityPorts, Ports } from '#src/application/ports.ts'
import type { TokenNotice } from '#src/application/use-cases/token-notice.ts'

/** Gets the application token of a session that was just admitted, keeps it and copies it (D10). Nothing waits for it. */
export type TakeApplicationToken = () => Promise<void>

export interface TakeApplicationTokenNeeds
  extends Pick<IdentityPorts, 'applicationToken' | 'clipboard'>,
    Pick<Ports, 'session' | 'log'> {
  readonly tokenNotice: TokenNotice
}

const NOT_OFFERED = 404

const isOffered = (failure: GatewayFailure) => failure.kind !== 'rejected' || failure.status !== NOT_OFFERED

/** A failure is only logged; a service that has no application account (404) is none. */
export function createTakeApplicationToken({
  applicationToken,
  clipboard,
  session,
  log,
  tokenNotice,
}: TakeApplicationTokenNeeds): TakeApplicationToken {
  async function keep(token: string): Promise<void> {
    // nothing is kept for somebody who left meanwhile
    if (session.read().kind !== 'session') return
    session.writeApplicationToken(token)
    if (applicationToken.copied && (await clipboard.copy(token))) tokenNotice.tell()
  }

  return async () => {
    const answer = await applicationToken.request()
    if (answer.ok) return answer.value === null ? undefined : keep(answer.value)
    if (isOffered(answer.error)) log.error(APPLICATION_TOKEN_FAILED, answer.error)
  }
}
