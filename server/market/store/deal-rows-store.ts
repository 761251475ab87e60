import type { ExpressionBuilder, Insertable, Kysely, Selectable } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { toChunks } from '#server/database/values.ts'
import type { DealTable } from '#server/market/store/market-tables.ts'
import { type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { type Deal, toCentavos } from '#src/domain/trading/deal.ts'
import { MARKETS, type Market, SECTORS } from '#src/domain/trading/market.ts'

/** Narrows the value of a column to one of these values; throws for other values. */
export function parseChoice<T>(values: readonly T[], value: unknown): T {
  const found = values.find((candidate) => candidate === value)
  if (found === undefined) throw new Error(`market store: ${String(value)} is not one of ${values.join(', ')}`)
  return found
}

/** A recorded deal. */
export interface RecordedDeal extends Deal {
  /** Market time at which the deal was recorded. */
  readonly recordedAt: Instant
  readonly annulment: Annulment | null
}

export interface Annulment {
  /** When the deal was annulled. */
  readonly time: Instant
  /** The annulment's number in the market's sequence (D51). */
  readonly sequence: number
  /**
   * Market time at which the annulment was recorded. Visitors could see the deal until then (D49).
   */
  readonly recordedAt: Instant
}

/** The rows of one commit: new deals, and annulments of earlier deals. */
export interface DealRows {
  readonly deals: readonly RecordedDeal[]
  readonly annulments: readonly (Annulment & { readonly id: string })[]
}

/** SQL condition: an import is still loading the deal. Readers must not see such deals. */
export const isLoading = ({ exists, selectFrom }: ExpressionBuilder<Schema, 'market_deals'>) =>
  exists(
    selectFrom('market_loading')
      .select('market_loading.market')
      .whereRef('market_loading.market', '=', 'market_deals.market')
      .whereRef('market_loading.first_sequence', '<=', 'market_deals.sequence')
      .whereRef('market_loading.last_sequence', '>=', 'market_deals.sequence'),
  )

/** Queries the deals that readers see. */
export const selectVisible = (db: Kysely<Schema>) =>
  db.selectFrom('market_deals').where((deal) => deal.not(isLoading(deal)))

/** Queries all deals, including the deals of a running import. */
export const selectAny = (db: Kysely<Schema>) => db.selectFrom('market_deals')

type SelectDeals = typeof selectAny

/** Reads the deals of a day by sequence, including annulled deals. */
export async function readDeals(
  db: Kysely<Schema>,
  market: Market,
  date: BogotaDate,
  select: SelectDeals = selectVisible,
): Promise<readonly RecordedDeal[]> {
  const rows = await select(db)
    .selectAll()
    .where('market', '=', market)
    .where('date', '=', date)
    .orderBy('sequence')
    .execute()
  return rows.map(toDeal)
}

/** Deals per page. Reading a page takes about a millisecond. */
const PAGE_ROWS = 250

/**
 * Reads which sequence numbers of a day readers see: all up to `last`, except the hidden range of
 * an import. One statement reads them, so that they are as of one instant.
 */
async function readVisibleRange(db: Kysely<Schema>, market: Market, date: BogotaDate) {
  const row = await selectVisible(db)
    .select(({ fn, selectFrom }) => [
      fn.max('sequence').as('lastDeal'),
      fn.max('annulled_sequence').as('lastAnnulment'),
      selectFrom('market_loading').select('first_sequence').where('market', '=', market).as('firstHidden'),
      selectFrom('market_loading').select('last_sequence').where('market', '=', market).as('lastHidden'),
    ])
    .where('market', '=', market)
    .where('date', '=', date)
    .executeTakeFirst()
  return {
    last: Math.max(row?.lastDeal ?? 0, row?.lastAnnulment ?? 0),
    firstHidden: row?.firstHidden ?? 0,
    lastHidden: row?.lastHidden ?? 0,
  }
}

/**
 * Reads the deals of a day by sequence, including annulled deals, page by page. All pages are as of
 * the start. A transaction around all pages would delay other queries: SQLite has one connection.
 */
export async function* readDealPages(
  db: Kysely<Schema>,
  market: Market,
  date: BogotaDate,
): AsyncGenerator<readonly RecordedDeal[]> {
  const { last, firstHidden, lastHidden } = await readVisibleRange(db, market, date)
  let lastSequence = 0
  for (;;) {
    const rows = await selectAny(db)
      .selectAll()
      .where('market', '=', market)
      .where('date', '=', date)
      .where('sequence', '>', lastSequence)
      .where('sequence', '<=', last)
      .where((deal) => deal.not(deal.between('sequence', firstHidden, lastHidden)))
      .orderBy('sequence')
      .limit(PAGE_ROWS)
      .execute()
    yield rows.map(toDeal).map((deal) => removeLaterAnnulment(deal, last))
    if (rows.length < PAGE_ROWS) return
    lastSequence = rows.at(-1)?.sequence ?? lastSequence
  }
}

const removeLaterAnnulment = (deal: RecordedDeal, last: number): RecordedDeal =>
  deal.annulment !== null && deal.annulment.sequence > last ? { ...deal, annulment: null } : deal

/** Finds the recorded deals with these ids; returns them in any order. */
export async function findDeals(
  db: Kysely<Schema>,
  ids: readonly string[],
  select: SelectDeals = selectVisible,
): Promise<readonly RecordedDeal[]> {
  const deals: RecordedDeal[] = []
  for (const chunk of toChunks(ids)) {
    const rows = await select(db).selectAll().where('id', 'in', chunk).execute()
    deals.push(...rows.map(toDeal))
  }
  return deals
}

/** Adds deals and annulments in a transaction. Throws when a row cannot be added. */
export async function addDealRows(tx: Kysely<Schema>, { deals, annulments }: DealRows): Promise<void> {
  for (const rows of toChunks(deals.map(toDealRow))) await tx.insertInto('market_deals').values(rows).execute()
  for (const { id, time, sequence, recordedAt } of annulments) {
    const { numUpdatedRows } = await tx
      .updateTable('market_deals')
      .set({ annulled_at: time, annulled_sequence: sequence, annulled_recorded_at: recordedAt })
      .where('id', '=', id)
      .where('annulled_at', 'is', null)
      .executeTakeFirst()
    if (Number(numUpdatedRows) !== 1) throw new Error(`market store: deal ${id} does not exist or is already annulled`)
  }
}

const toDealRow = (deal: RecordedDeal): Insertable<DealTable> => ({
  id: deal.id,
  market: deal.market,
  date: toDate(deal.time),
  sequence: deal.sequence,
  term: deal.term,
  sector: deal.sector,
  origin: deal.origin,
  time: deal.time,
  price: toCentavos(deal.price),
  amount: deal.amount,
  recorded_at: deal.recordedAt,
  annulled_at: deal.annulment?.time ?? null,
  annulled_sequence: deal.annulment?.sequence ?? null,
  annulled_recorded_at: deal.annulment?.recordedAt ?? null,
})

const toAnnulment = (row: Selectable<DealTable>): Annulment | null => {
  const { annulled_at: time, annulled_sequence: sequence, annulled_recorded_at: recordedAt } = row
  return time === null || sequence === null ? null : { time, sequence, recordedAt: recordedAt ?? time }
}

const toDeal = (row: Selectable<DealTable>): RecordedDeal => ({
  id: row.id,
  market: parseChoice(MARKETS, row.market),
  sequence: row.sequence,
  term: row.term,
  sector: parseChoice(SECTORS, row.sector),
  origin: parseChoice(['negotiated', 'registered'] as const, row.origin),
  time: row.time,
  price: row.price / 100,
  amount: row.amount,
  recordedAt: row.recorded_at,
  annulment: toAnnulment(row),
})
