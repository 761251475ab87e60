import { type AuditStamp, OPERATOR } from '#server/database/audit-store.ts'
import { type Database, runRefusable } from '#server/database/connection.ts'
import { findEntityId } from '#server/imc/entity-store.ts'
import { toStatus } from '#server/imc/failures.ts'
import { changeGovernance } from '#server/imc/governance/governance-service.ts'
import { readGovernance } from '#server/imc/governance/governance-store.ts'
import { failureMessage } from '#server/imc/imc-messages.ts'
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
}

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
    return result.ok ? result : err({ status: toStatus(result.error), message: failureMessage(result.error) })
  },
})
