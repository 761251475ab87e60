import type { ImcSessionStore } from '#src/application/imc/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { err, type Result } from '#src/domain/result.ts'

/**
 * The ids in calls (§7.2): the entity, and the signed-in user as administrator. The server
 * compares them with the ids of the session (D24).
 */
export interface ImcScope {
  readonly entity: string
  readonly administrator: string
}

const UNAUTHORIZED = 401

/** Makes a call with the stored ids. Without a session, returns `rejected` with 401. */
export type WithScope = <T>(
  call: (scope: ImcScope) => Promise<Result<T, CallFailure>>,
) => Promise<Result<T, CallFailure>>

export const createWithScope =
  (store: Pick<ImcSessionStore, 'read'>): WithScope =>
  async (call) => {
    const session = store.read()
    if (session === null) return err({ kind: 'rejected', status: UNAUTHORIZED, message: null })
    return call({ entity: session.entityId, administrator: session.userId })
  }
