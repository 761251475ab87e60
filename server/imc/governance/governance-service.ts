import type { Transaction } from 'kysely'
import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import type { Schema } from '#server/database/schema.ts'
import type { ImcFailure } from '#server/imc/failures.ts'
import { readGovernance, writeGovernance } from '#server/imc/governance/governance-store.ts'
import {
  areValidSettings,
  findChangedSettings,
  type Governance,
  type GovernanceSettings,
  lacksSecondPerson,
} from '#src/domain/imc/governance/governance.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { MONTH_NAMES } from '#src/domain/text.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Tx = Transaction<Schema>

/** Who changes the rules, and the rules after the change. */
export interface GovernanceChange {
  readonly entityId: string
  readonly by: string
  readonly at: Instant
  /** Returns the new rules; the rules of another version are refused. */
  readonly toSettings: (before: Governance) => GovernanceSettings
  /** The version that the caller read; null overwrites every version. */
  readonly version: number | null
  readonly toEntry: (values: Pick<AuditEntry, 'before' | 'after'>) => AuditEntry
}

/** A rule that is off has a value too, so that the audit says from what to what. */
function toAuditValues(settings: GovernanceSettings, fields: readonly (keyof GovernanceSettings)[]) {
  const values = {
    ...settings,
    fourEyesAbove: settings.fourEyesAbove ?? false,
    reviewMonth: settings.reviewMonth === null ? false : (MONTH_NAMES[settings.reviewMonth - 1] ?? ''),
  }
  return Object.fromEntries(fields.map((field) => [field, values[field]]))
}

/**
 * Changes the rules of an entity with one audit entry of what changed (D100). Rules that are already
 * so need no change: a repeated call after a lost reply succeeds.
 */
export async function changeGovernance(tx: Tx, change: GovernanceChange): Promise<Result<Governance, ImcFailure>> {
  const { entityId, at, by, version, toSettings, toEntry } = change
  const before = await readGovernance(tx, entityId)
  const after = toSettings(before)
  if (!areValidSettings(after)) return err({ kind: 'governance-values' })
  const fields = findChangedSettings(before, after)
  if (fields.length === 0) return ok(before)
  if (version !== null && version !== before.version) return err({ kind: 'governance-changed', by: before.updatedBy })
  if (lacksSecondPerson(before, after, before.administrators)) return err({ kind: 'single-administrator' })
  if (!(await writeGovernance(tx, entityId, after, { version: before.version, at, by }))) {
    return err({ kind: 'governance-changed', by: (await readGovernance(tx, entityId)).updatedBy })
  }
  await recordAudit(tx, toEntry({ before: toAuditValues(before, fields), after: toAuditValues(after, fields) }))
  return ok(await readGovernance(tx, entityId))
}
