import { setImmediate as nextTurn } from 'node:timers/promises'
import { recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { type Approval, listDeliveries } from '#server/imc/packages/delivery-store.ts'
import { type SettledRequest, type SettlementFailure, settleRequest } from '#server/imc/requests/settlement-store.ts'
import { runEach } from '#server/imc/run-each.ts'
import type { Settlement } from '#src/domain/imc/requests/requests.ts'
import { ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Transactions = Pick<Database, 'transaction'>

interface SettlementOrder extends Approval {
  readonly requestId: string
  readonly settlement: Settlement
  /** Why the request is refused; '' for an approval. */
  readonly reason: string
}

const SETTLED_ACTIONS = { approved: 'request-approved', refused: 'request-refused' } as const

/** Runs the next step of a settlement. The last step settles the request, with its audit entry. */
const runStep = (
  { transaction }: Transactions,
  { requestId, settlement, reason, person, origin }: SettlementOrder,
  at: Instant,
) =>
  transaction(async (tx) => {
    const result = await settleRequest(tx, requestId, settlement, { at, person, origin, reason })
    if (!result.ok || !result.value.isSettled) return result
    await recordAudit(tx, {
      ...{ at, origin },
      realm: person === null ? 'system' : 'operator',
      subjectId: null,
      subjectName: person,
      entityId: result.value.entityId,
      action: SETTLED_ACTIONS[settlement],
      target: requestId,
      after: settlement === 'refused' ? { reason } : null,
    })
    return result
  })

/**
 * Settles a request. The approval of a large purchase has several steps: other work of the server
 * runs between two of them. Another call may take the last one, such as the server that continues
 * approvals: no other call can refuse the request meanwhile, so it is approved then.
 */
export async function settleInSteps(
  database: Transactions,
  order: SettlementOrder,
  now: () => Instant,
): Promise<Result<SettledRequest, SettlementFailure>> {
  let begun: SettledRequest | null = null
  for (;;) {
    const result = await runStep(database, order, now())
    if (!result.ok && begun !== null) return ok({ ...begun, isSettled: true })
    if (!result.ok || result.value.isSettled) return result
    begun = result.value
    await nextTurn()
  }
}

/** Continues the approvals of purchases that the end of a process has interrupted. */
export async function continueApprovals(
  { database }: { readonly database: Transactions & Pick<Database, 'db'> },
  at: Instant,
): Promise<void> {
  await runEach(
    await listDeliveries(database.db),
    ({ requestId }) => `purchase ${requestId}`,
    (delivery) => settleInSteps(database, { ...delivery, settlement: 'approved', reason: '' }, () => at),
  )
}
