import type { Kysely } from 'kysely'
import { toBookAlert, toStateRow } from '#server/alerts/alert-rows.ts'
import type { Schema } from '#server/database/schema.ts'
import { toChunks } from '#server/database/values.ts'
import type { LogPosition } from '#server/market/market.ts'
import type { AlertRule, AlertState } from '#src/domain/alerts/alert.ts'
import type { BookAlert } from '#src/domain/alerts/alert-book.ts'
import { type BogotaDate, DAY_MS, type Instant } from '#src/domain/time/bogota.ts'
import { toCentavos } from '#src/domain/trading/deal.ts'

export const STATE_ID = 'alerts'

/** How far the alerts are evaluated. */
export interface Evaluation extends LogPosition {
  readonly revision: number
  readonly lastFiring: number
  readonly trmFrom: BogotaDate | null
}

/** Error: another change came first; the evaluation is read again. */
export class ChangedError extends Error {}

/** A row of `alerts_firings` that is added. */
export interface NewFiring {
  readonly id: number
  readonly alertId: string
  readonly clientId: string
  readonly rule: AlertRule
  readonly kind: 'fired' | 'corrected'
  readonly dealId: string | null
  readonly at: Instant
  readonly price: number
  readonly heldUntil: Instant | null
}

export async function readEvaluation(db: Kysely<Schema>): Promise<Evaluation | null> {
  const row = await db.selectFrom('alerts_state').selectAll().where('id', '=', STATE_ID).executeTakeFirst()
  if (row === undefined) return null
  return {
    revision: row.revision,
    line: row.line_id,
    sequences: { spot: row.spot_sequence, nextday: row.nextday_sequence },
    lastFiring: row.last_firing,
    trmFrom: row.trm_from,
  }
}

const toRow = ({ revision, line, sequences, lastFiring, trmFrom }: Evaluation) => ({
  revision,
  line_id: line,
  spot_sequence: sequences.spot,
  nextday_sequence: sequences.nextday,
  last_firing: lastFiring,
  trm_from: trmFrom,
})

/** Starts at a position, without firings of earlier lines. */
export async function startEvaluation(tx: Kysely<Schema>, evaluation: Evaluation): Promise<void> {
  await tx
    .insertInto('alerts_state')
    .values({ id: STATE_ID, ...toRow(evaluation) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Moves the evaluation. Throws a ChangedError after another change; then nothing must be written. */
export async function advanceEvaluation(tx: Kysely<Schema>, from: Evaluation, to: Evaluation): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('alerts_state')
    .set(toRow(to))
    .where('id', '=', STATE_ID)
    .where('revision', '=', from.revision)
    .where('line_id', '=', from.line)
    .where('last_firing', '=', from.lastFiring)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ChangedError('alerts: the evaluation has changed')
}

/**
 * Forgets a market whose deals are deleted: the alerts start again with the first deals of the next
 * one. Numbers of firings go on.
 */
export async function resetEvaluation(tx: Kysely<Schema>): Promise<void> {
  await tx.deleteFrom('alerts_firings').execute()
  await tx.updateTable('alerts_rules').set({ is_armed: null, fired_at: null, fired_by: null }).execute()
  await tx.updateTable('alerts_state').set({ line_id: -1, trm_from: null }).execute()
}

/** Numbers a change of a client. Other changes and the evaluation wait until the transaction ends. */
export async function nextRevision(tx: Kysely<Schema>): Promise<number> {
  const values = { id: STATE_ID, revision: 1, line_id: -1, spot_sequence: 0, nextday_sequence: 0, last_firing: 0 }
  const { revision } = await tx
    .insertInto('alerts_state')
    .values({ ...values, trm_from: null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ eb }) => ({ revision: eb('alerts_state.revision', '+', 1) })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

/** An alert that changed, or the id of a deleted one. */
export interface ChangedAlert {
  readonly id: string
  readonly clientId: string
  /** Null when the client has deleted the alert. */
  readonly alert: BookAlert | null
}

/** Reads the alerts of later revisions that are active, or whose last deal may still be annulled. */
export async function readChangedAlerts(
  db: Kysely<Schema>,
  after: number,
  firedSince: Instant,
): Promise<readonly ChangedAlert[]> {
  const rows = await db
    .selectFrom('alerts_rules')
    .selectAll()
    .where('revision', '>', after)
    .$if(after < 0, (query) =>
      query.where(({ eb, or }) => or([eb('status', '=', 'active'), eb('fired_at', '>=', firedSince)])),
    )
    .execute()
  return rows.map((row) => ({
    id: row.id,
    clientId: row.client_id,
    alert: row.status === 'deleted' ? null : toBookAlert(row),
  }))
}

/** How long before the start a firing may be corrected by an annulment: its day and the night. */
export const CORRECTABLE_MS = 4 * DAY_MS

export async function forgetDeleted(tx: Kysely<Schema>): Promise<void> {
  await tx.deleteFrom('alerts_rules').where('status', '=', 'deleted').execute()
}

/** Stores the states of alerts; those with equal states by one statement. */
export async function storeStates(tx: Kysely<Schema>, changes: ReadonlyMap<string, AlertState>): Promise<void> {
  const groups = new Map<string, { readonly state: AlertState; readonly ids: string[] }>()
  for (const [id, state] of changes) {
    const key = JSON.stringify(state)
    const group = groups.get(key) ?? { state, ids: [] }
    group.ids.push(id)
    groups.set(key, group)
  }
  for (const { state, ids } of groups.values())
    for (const chunk of toChunks(ids))
      await tx.updateTable('alerts_rules').set(toStateRow(state)).where('id', 'in', chunk).execute()
}

export async function addFirings(tx: Kysely<Schema>, firings: readonly NewFiring[], now: Instant): Promise<void> {
  for (const chunk of toChunks(firings))
    await tx
      .insertInto('alerts_firings')
      .values(
        chunk.map((firing) => ({
          id: firing.id,
          alert_id: firing.alertId,
          client_id: firing.clientId,
          rule: JSON.stringify(firing.rule),
          kind: firing.kind,
          deal_id: firing.dealId,
          price: toCentavos(firing.price),
          at: firing.at,
          recorded_at: now,
          held_until: firing.heldUntil,
        })),
      )
      .execute()
}

/** Finds the firings of these deals, with their rules as they were. */
export async function findFiringsOf(tx: Kysely<Schema>, dealIds: readonly string[]) {
  const found = []
  for (const chunk of toChunks(dealIds))
    found.push(
      ...(await tx
        .selectFrom('alerts_firings')
        .selectAll()
        .where('deal_id', 'in', chunk)
        .where('kind', '=', 'fired')
        .orderBy('id')
        .execute()),
    )
  return found
}

/** Clients whose firings are read at once. */
const CLIENTS_PER_READ = 100

/** Finds the firings whose quiet hours have ended: all of some clients, for one summary each. */
export async function findHeld(db: Kysely<Schema>, now: Instant) {
  const clients = db
    .selectFrom('alerts_firings')
    .select('client_id')
    .distinct()
    .where('held_until', '<=', now)
    .orderBy('client_id')
    .limit(CLIENTS_PER_READ)
  return db
    .selectFrom('alerts_firings')
    .selectAll()
    .where('held_until', '<=', now)
    .where('client_id', 'in', clients)
    .orderBy('id')
    .execute()
}

export async function release(tx: Kysely<Schema>, ids: readonly number[]): Promise<void> {
  for (const chunk of toChunks(ids))
    await tx.updateTable('alerts_firings').set({ held_until: null }).where('id', 'in', chunk).execute()
}
