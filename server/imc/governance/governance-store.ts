import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { type Governance, type GovernanceSettings, NO_GOVERNANCE } from '#src/domain/imc/governance/governance.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** Lists the administrators who can sign in and therefore confirm. */
export const listSigners = (db: Queries, entityId: string) =>
  db
    .selectFrom('imc_users')
    .select(['id', 'name', 'email'])
    .where('entity_id', '=', entityId)
    .where('role', '=', 'administrator')
    .where('active', '=', 1)
    .where('contract_pending', '=', 0)
    .where('password_hash', 'is not', null)
    .orderBy('id')
    .execute()

/** Reads the rules of an entity; all are off before the first change. */
export async function readGovernance(db: Queries, entityId: string): Promise<Governance> {
  const row = await db.selectFrom('imc_governance').selectAll().where('entity_id', '=', entityId).executeTakeFirst()
  const administrators = (await listSigners(db, entityId)).length
  if (row === undefined) return { ...NO_GOVERNANCE, version: 0, updatedAt: null, updatedBy: '', administrators }
  return {
    fourEyesRequests: row.four_eyes_requests === 1,
    fourEyesAbove: row.four_eyes_above,
    screenExpiry: row.screen_expiry === 1,
    yearlyReview: row.yearly_review === 1,
    reviewMonth: row.review_month,
    version: row.version,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    administrators,
  }
}

interface Change {
  /** The version that the change replaces. */
  readonly version: number
  readonly at: Instant
  /** The name of the person. */
  readonly by: string
}

/** Stores the rules; returns false if the stored version is another one. */
export async function writeGovernance(
  tx: Queries,
  entityId: string,
  settings: GovernanceSettings,
  { version, at, by }: Change,
): Promise<boolean> {
  const values = {
    four_eyes_requests: Number(settings.fourEyesRequests),
    four_eyes_above: settings.fourEyesAbove,
    screen_expiry: Number(settings.screenExpiry),
    yearly_review: Number(settings.yearlyReview),
    review_month: settings.reviewMonth,
    updated_at: at,
    updated_by: by,
    version: version + 1,
  }
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('imc_governance')
      .values({ entity_id: entityId, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await tx
    .updateTable('imc_governance')
    .set(values)
    .where('entity_id', '=', entityId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
