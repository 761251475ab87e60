import type { Kysely } from 'kysely'

import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Annulment, RecordedDeal } from '#server/market/store/deal-rows-store.ts'
import { databaseNow } from '#server/market/store/lease-store.ts'
import type { DayChange, StoredDay } from '#server/market/store/stored-day.ts'
import { type BogotaDate, type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { SourceStates } from '#src/domain/trading/source-silence.ts'

/** The last sequence number of each market. */
export type Sequences = Readonly<Record<Market, number>>

/** A day of a market. */
export interface MarketDate {
  readonly market: Market
  readonly date: BogotaDate
}

/**
 * A line of the log: what one commit changed, as data that every process can apply (D109).
 *
 * - `batch`: deals and annulments that were recorded together, or none: a sign of life of the source.
 * - `days`: days that have ended.
 * - `reserve`: sequence numbers that an import hides until its end.
 * - `load`: the end of an import. Its deals are in the tables, because they may be millions.
 */
export type LogLine =
  | {
      readonly kind: 'batch'
      /** Market time at which the batch was recorded. */
      readonly asOf: Instant
      readonly deals: readonly RecordedDeal[]
      /** Annulled deals that an earlier line recorded. */
      readonly annulled: readonly { readonly deal: RecordedDeal; readonly annulment: Annulment }[]
      readonly days: readonly DayChange[]
      /** The last sequence numbers after the line. */
      readonly sequences: Sequences
      /** The new states of the sources, if they changed (D114). */
      readonly sources?: SourceStates
    }
  | {
      readonly kind: 'days'
      readonly days: readonly StoredDay[]
      /** The days without figures that have corrections; missing without any. */
      readonly emptyDays?: readonly DayChange[]
    }
  | { readonly kind: 'reserve'; readonly sequences: Sequences }
  | {
      readonly kind: 'load'
      readonly sequences: Sequences
      /** The days with loaded deals or annulments. */
      readonly dates: readonly MarketDate[]
      /** The new figures of the settled days among `dates`. */
      readonly days: readonly DayChange[]
    }

export type { DayChange }

/** The line of a kind. */
export type LineOf<K extends LogLine['kind']> = Extract<LogLine, { readonly kind: K }>

export type NumberedLine<L extends LogLine = LogLine> = L & { readonly id: number }

/** Lines per query: a strict batch of 10,000 deals is a line of megabytes. */
const LINES_PER_QUERY = 50

/** Age at which a line is deleted. A process that is behind by more reads the tables again. */
export const LINE_RETENTION_MS = 10 * MINUTE_MS

/** Adds a line in the transaction of its changes. */
export async function addLine(
  tx: Kysely<Schema>,
  { id, kind, ...payload }: NumberedLine,
  { turn, engine }: { readonly turn: number; readonly engine: Database['engine'] },
): Promise<void> {
  await tx
    .insertInto('market_log')
    .values({ id, turn, kind, payload: JSON.stringify(payload), committed_at: databaseNow(engine) })
    .execute()
}

/** Reads the lines after `lastId`, the oldest first; a part of them if they are many. */
export async function readLines(db: Kysely<Schema>, lastId: number): Promise<readonly NumberedLine[]> {
  const rows = await db
    .selectFrom('market_log')
    .select(['id', 'kind', 'payload'])
    .where('id', '>', lastId)
    .orderBy('id')
    .limit(LINES_PER_QUERY)
    .execute()
  // Only this program writes the table.
  return rows.map(({ id, kind, payload }) => ({ id, kind, ...JSON.parse(payload) }) as NumberedLine)
}

/** Deletes the lines that are older than `LINE_RETENTION_MS`, and evaluated for the alerts (D125). */
export async function deleteOldLines(db: Kysely<Schema>, engine: Database['engine']): Promise<void> {
  await db
    .deleteFrom('market_log')
    .where(({ eb, val }) => eb('committed_at', '<', eb(databaseNow(engine), '-', val(LINE_RETENTION_MS))))
    .where('id', '<=', ({ selectFrom }) => selectFrom('alerts_state').select('line_id'))
    .execute()
}
