import { type AuditStamp, OPERATOR, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { findEntityId } from '#server/imc/entity-store.ts'
import { listReportableScreens, storeUses } from '#server/imc/screens/screen-use-store.ts'
import { type CheckedUses, checkUses, type UseReportRow } from '#src/domain/imc/screens/screen-use.ts'
import { toDate } from '#src/domain/time/bogota.ts'

/**
 * Stores the last use of an entity's screens, all rows or none. Returns null for an unknown code
 * (D102).
 */
export const reportUses = (
  { transaction }: Pick<Database, 'transaction'>,
  code: string,
  rows: readonly UseReportRow[],
  stamp: AuditStamp,
): Promise<CheckedUses | null> =>
  transaction(async (tx) => {
    const entityId = await findEntityId(tx, code)
    if (entityId === null) return null
    const checked = checkUses(rows, await listReportableScreens(tx, entityId), toDate(stamp.at))
    const { changes, problems } = checked
    if (problems.length > 0 || changes.length === 0) return checked
    await storeUses(tx, entityId, changes)
    await recordAudit(tx, {
      ...stamp,
      ...OPERATOR,
      entityId,
      action: 'uses-reported',
      target: entityId,
      after: { screens: changes.length },
    })
    return checked
  })
