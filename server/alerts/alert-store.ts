import type { Kysely } from 'kysely'
import { type ClientFiring, toAlert, toFiring, toRule, toRuleRow, toStateRow } from '#server/alerts/alert-rows.ts'
import { nextRevision } from '#server/alerts/evaluation-store.ts'
import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import { type Database, runRefusable } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { newOrderedId } from '#server/secrets.ts'
import {
  type Alert,
  type AlertFiring,
  type AlertRule,
  MAX_ALERTS,
  MAX_SHOWN_FIRINGS,
  NEW_STATE,
} from '#src/domain/alerts/alert.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export type AlertFailure = 'too-many' | 'unknown'

/** Who changes an alert, and after which line of the log. */
interface Change {
  readonly clientId: string
  readonly afterLine: number
  /** Creates the entry of the audit. */
  readonly toEntry: (action: string, target: string, after?: Readonly<Record<string, unknown>>) => AuditEntry
  readonly at: Instant
}

/** The alerts of clients. */
export interface AlertStore {
  list(clientId: string): Promise<readonly Alert[]>
  add(rule: AlertRule, change: Change): Promise<Result<Alert, AlertFailure>>
  /** Replaces the rule; the alert is active again. */
  change(id: string, rule: AlertRule, change: Change): Promise<Result<Alert, AlertFailure>>
  /** Stops an alert, or makes it active again. */
  setStatus(id: string, status: 'active' | 'stopped', change: Change): Promise<Result<Alert, AlertFailure>>
  remove(id: string, change: Change): Promise<Result<null, AlertFailure>>
  /** The last firings of a client, the newest first; those after `after`. */
  listFirings(clientId: string, after?: number): Promise<readonly AlertFiring[]>
  /** Finds the client and the rule of an alert. */
  findOwner(id: string): Promise<{ readonly clientId: string; readonly rule: AlertRule } | null>
}

const selectRules = (db: Kysely<Schema>) => db.selectFrom('alerts_rules').where('status', '!=', 'deleted')

const findRule = (tx: Kysely<Schema>, id: string, clientId: string) =>
  selectRules(tx).selectAll().where('id', '=', id).where('client_id', '=', clientId).executeTakeFirst()

const toValues = (rule: AlertRule): Readonly<Record<string, unknown>> => ({ ...rule })

export function createAlertStore(database: Database): AlertStore {
  const { db } = database

  /** Changes an alert of the client, with its next revision. */
  const update = (
    id: string,
    { clientId, afterLine, toEntry }: Change,
    action: string,
    values: Readonly<Record<string, string | number | null>>,
    after?: Readonly<Record<string, unknown>>,
  ) =>
    runRefusable<Alert, AlertFailure>(database, async (tx) => {
      const revision = await nextRevision(tx)
      const found = await findRule(tx, id, clientId)
      if (found === undefined) return err('unknown')
      const row = await tx
        .updateTable('alerts_rules')
        .set({ ...values, revision, after_line: afterLine })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await recordAudit(tx, toEntry(action, id, after))
      return ok(toAlert({ ...row, status: row.status === 'deleted' ? found.status : row.status }))
    })

  return {
    async list(clientId) {
      const rows = await selectRules(db).selectAll().where('client_id', '=', clientId).orderBy('id', 'desc').execute()
      return rows.map(toAlert)
    },

    add: (rule, { clientId, afterLine, toEntry, at }) =>
      runRefusable<Alert, AlertFailure>(database, async (tx) => {
        // Excludes another new alert, which would not be counted.
        const revision = await nextRevision(tx)
        const row = await selectRules(tx)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('client_id', '=', clientId)
          .executeTakeFirst()
        if (Number(row?.count ?? 0) >= MAX_ALERTS) return err('too-many')
        const id = newOrderedId(at)
        const added = await tx
          .insertInto('alerts_rules')
          .values({
            ...{ id, client_id: clientId, revision, created_at: at, after_line: afterLine },
            ...toRuleRow(rule),
            ...toStateRow(NEW_STATE),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await recordAudit(tx, toEntry('alert-created', id, toValues(rule)))
        return ok(toAlert(added))
      }),

    change: (id, rule, change) =>
      update(id, change, 'alert-changed', { ...toRuleRow(rule), ...toStateRow(NEW_STATE) }, toValues(rule)),

    setStatus: (id, status, change) =>
      status === 'active'
        ? update(id, change, 'alert-resumed', toStateRow(NEW_STATE))
        : update(id, change, 'alert-stopped', { status }),

    async remove(id, change) {
      const result = await update(id, change, 'alert-deleted', { status: 'deleted' })
      return result.ok ? ok(null) : result
    },

    async listFirings(clientId, after = 0) {
      const rows = await db
        .selectFrom('alerts_firings')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('id', '>', after)
        .orderBy('id', 'desc')
        .limit(MAX_SHOWN_FIRINGS)
        .execute()
      const corrected = new Set(
        rows.filter(({ kind }) => kind === 'corrected').map((row) => `${row.alert_id} ${row.deal_id}`),
      )
      return rows.map((row) => {
        const { clientId: _client, ...firing } = toFiring(row)
        return { ...firing, isCorrected: row.kind === 'fired' && corrected.has(`${row.alert_id} ${row.deal_id}`) }
      })
    },

    async findOwner(id) {
      const row = await selectRules(db).selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : { clientId: row.client_id, rule: toRule(row) }
    },
  }
}

/** Finds the firings after an id, the oldest first; those of some clients. */
export async function listFiringsAfter(
  db: Kysely<Schema>,
  id: number,
  clientIds: readonly string[],
  limit: number,
): Promise<readonly ClientFiring[]> {
  if (clientIds.length === 0) return []
  const rows = await db
    .selectFrom('alerts_firings')
    .selectAll()
    .where('id', '>', id)
    .where('client_id', 'in', [...clientIds])
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toFiring)
}

/** The number of the last firing; 0 before the first. */
export async function readLastFiring(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('alerts_firings')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}
