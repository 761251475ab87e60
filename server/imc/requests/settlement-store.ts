import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import type { RequestTable } from '#server/imc/imc-tables.ts'
import { type Approval, deliverPackages, isDelivering } from '#server/imc/packages/delivery-store.ts'
import { recordStep } from '#server/imc/requests/request-store.ts'
import {
  changeUserStatuses,
  countFinishedMoves,
  finishMoves,
  type SettledScreen,
  type UserStatusChange,
} from '#server/imc/screens/screen-moves-store.ts'
import { canSettle, type Settlement } from '#src/domain/imc/requests/requests.ts'
import { REQUEST_MOVES, type ScreenMove, settledStatus } from '#src/domain/imc/screens/screen-lifecycle.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** `person` is the name of the person who settles. */
interface SettlementRecord extends Approval {
  readonly at: Instant
  /** Why the request is refused; ignored for an approval. */
  readonly reason: string
}

/** The result of a settlement. */
export interface SettledRequest {
  readonly id: string
  readonly reference: string
  readonly entityId: string
  readonly kind: RequestTable['kind']
  readonly statusBefore: RequestTable['status']
  /** False after a step of a large purchase that is not the last one. */
  readonly isSettled: boolean
}

/** `not-open`: the request is settled or partly delivered, or an approval still requires documents. */
export type SettlementFailure = 'unknown' | 'not-open'

/** Statuses in which a settlement is possible. */
const SETTLEABLE_STATUSES: Readonly<Record<Settlement, readonly RequestTable['status'][]>> = {
  approved: ['in-progress'],
  refused: ['created', 'documents', 'in-progress'],
}

function findMove({ id, kind }: RequestTable, role: 'target' | 'source'): ScreenMove {
  const move = REQUEST_MOVES[kind][role]
  if (move === null) throw new Error(`request ${id}: a ${kind} has no ${role}`)
  return move
}

/** Returns the screens of a request as they are after the settlement. */
async function findSettledScreens(
  tx: Queries,
  request: RequestTable,
  settlement: Settlement,
): Promise<readonly SettledScreen[]> {
  const screens = await tx
    .selectFrom('imc_request_screens as part')
    .innerJoin('imc_screens as screen', 'screen.id', 'part.screen_id')
    .where('part.request_id', '=', request.id)
    .where('part.entity_id', '=', request.entity_id)
    .where('screen.request_id', '=', request.id)
    .select(['part.role', 'screen.id', 'screen.number', 'screen.user_id', 'screen.profile_id'])
    .orderBy('screen.id')
    .execute()
  return screens.map(({ role, id, number, user_id: holder, profile_id: profile }) => {
    const status = settledStatus(findMove(request, role), settlement)
    if (settlement === 'approved' && status === 'assigned') {
      return { id, number, status, userId: request.user_id, profileId: request.profile_id ?? profile }
    }
    return { id, number, status, userId: status === 'available' ? null : holder, profileId: profile }
  })
}

/** Returns the changes that end the users' transit: assigned with a screen, else available. */
function toStatusChanges(request: RequestTable, screens: readonly SettledScreen[]): readonly UserStatusChange[] {
  const holders = new Set(screens.map(({ userId }) => userId))
  return [request.user_id, request.source_user_id].flatMap((id) =>
    id === null ? [] : [{ id, from: 'transit', to: holders.has(id) ? 'assigned' : 'available' } as const],
  )
}

/** Locks a request until the transaction ends, so that its settlements follow one another, and reads it. */
const lockRequest = (tx: Queries, requestId: string) =>
  tx
    .updateTable('imc_requests')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', requestId)
    .returningAll()
    .executeTakeFirst()

/**
 * Approves or refuses a request. Updates its screens and users. For the approval of a purchase, adds
 * the next of its subscriptions; the last step settles it. The caller writes the audit of a settled
 * request in the same transaction.
 */
export async function settleRequest(
  tx: Queries,
  requestId: string,
  settlement: Settlement,
  { at, person, origin, reason }: SettlementRecord,
): Promise<Result<SettledRequest, SettlementFailure>> {
  const request = await lockRequest(tx, requestId)
  if (request === undefined) return err('unknown')
  const { entity_id: entityId, reference, kind, status: statusBefore } = request
  if (request.confirmation === 'pending' || !canSettle(statusBefore, settlement)) return err('not-open')
  if (settlement === 'refused' && (await isDelivering(tx, requestId))) return err('not-open')
  const result = { id: requestId, reference, entityId, kind, statusBefore }
  if (kind === 'purchase' && settlement === 'approved' && !(await deliverPackages(tx, request, { person, origin, at })))
    return ok({ ...result, isSettled: false })
  const detail = settlement === 'refused' ? reason : null
  const step = { requestId, from: SETTLEABLE_STATUSES[settlement], status: settlement, at, person, detail }
  if (!(await recordStep(tx, entityId, step))) return err('not-open')
  const screens = await findSettledScreens(tx, request, settlement)
  await finishMoves(tx, entityId, screens)
  if (!(await changeUserStatuses(tx, entityId, toStatusChanges(request, screens)))) {
    throw new Error(`request ${requestId}: a user is not in transit`)
  }
  await countFinishedMoves(tx, entityId, screens)
  return ok({ ...result, isSettled: true })
}
