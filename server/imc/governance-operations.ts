import { type AuditStamp, OPERATOR } from '#server/database/audit-store.ts'
import { type Database, runRefusable } from '#server/database/connection.ts'
import { findEntityId } from '#server/imc/entity-store.ts'
import { type ImcFailure, toStatus } from '#server/imc/failures.ts'
import { changeGovernance } from '#server/imc/governance/governance-service.ts'
import { readGovernance } from '#server/imc/governance/governance-store.ts'
import { failureMessage } from '#server/imc/imc-messages.ts'
import { decideRequest } from '#server/imc/requests/confirmation-service.ts'
import { findRequestKey } from '#server/imc/requests/operator-store.ts'
import type { Governance, GovernanceSettings } from '#src/domain/imc/governance/governance.ts'
import { err, type Result } from '#src/domain/result.ts'

/** The reply to a refused call. */
interface Refusal {
  readonly status: number
  readonly message: string
}

/** The operator's work on the rules of an entity (D100). */
export interface GovernanceOperations {
  /** Returns the rules of an entity; null for an unknown code. */
  readGovernance(code: string): Promise<Governance | null>
  /** Changes some rules, whatever the others are. Returns null for an unknown code. */
  changeGovernance(
    code: string,
    change: Partial<GovernanceSettings>,
    stamp: AuditStamp,
  ): Promise<Result<Governance, Refusal> | null>
  /** Confirms a request that no administrator of the entity can confirm. Null for an unknown reference. */
  confirm(reference: string, stamp: AuditStamp): Promise<Result<void, Refusal> | null>
}

const toRefusal = (failure: ImcFailure): Refusal => ({ status: toStatus(failure), message: failureMessage(failure) })

export const createGovernanceOperations = (database: Database): GovernanceOperations => ({
  async readGovernance(code) {
    const entityId = await findEntityId(database.db, code)
    return entityId === null ? null : readGovernance(database.db, entityId)
  },

  async changeGovernance(code, change, stamp) {
    const entityId = await findEntityId(database.db, code)
    if (entityId === null) return null
    const result = await runRefusable(database, (tx) =>
      changeGovernance(tx, {
        entityId,
        by: OPERATOR.subjectName,
        at: stamp.at,
        version: null,
        toSettings: ({ fourEyesRequests, fourEyesAbove, screenExpiry, yearlyReview, reviewMonth }) => ({
          fourEyesRequests,
          fourEyesAbove,
          screenExpiry,
          yearlyReview,
          reviewMonth,
          ...change,
        }),
        toEntry: (values) => ({
          ...stamp,
          ...OPERATOR,
          entityId,
          action: 'governance-changed',
          target: entityId,
          ...values,
        }),
      }),
    )
    return result.ok ? result : err(toRefusal(result.error))
  },

  async confirm(reference, stamp) {
    const key = await findRequestKey(database.db, reference)
    if (key === null) return null
    const { entityId, id } = key
    const result = await runRefusable(database, (tx) =>
      decideRequest(tx, {
        entityId,
        requestId: id,
        decision: 'confirmed',
        reason: '',
        userId: null,
        person: OPERATOR.subjectName,
        at: stamp.at,
        toEntry: (action, after) => ({ ...stamp, ...OPERATOR, entityId, action, target: id, after: after ?? null }),
      }),
    )
    return result.ok ? result : err(toRefusal(result.error))
  },
})
