import { type Kysely, sql } from 'kysely'

interface DealRow {
  readonly date: string
  readonly time: number
  readonly price: number
  readonly amount: number
  readonly recorded_at: number
  readonly annulled_recorded_at: number | null
}

/** Visitors see a deal after this time, in milliseconds (D17). */
const WINDOW_MS = 900_000

const toCorrection = ({ date, time, price, amount, recorded_at, annulled_recorded_at }: DealRow) => {
  const facts = { date, time, price: price / 100, amount }
  return annulled_recorded_at === null
    ? { kind: 'late', ...facts, at: recorded_at }
    : { kind: 'annulled', ...facts, at: annulled_recorded_at }
}

/**
 * The corrections of each stored day (D119), as JSON; null without any. The days that are stored
 * already get theirs, by the rule of `findCorrections` when this migration was released.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('market_sessions').addColumn('corrections', 'text').execute()
  const { rows } = await sql<DealRow>`
    select date, time, price, amount, recorded_at, annulled_recorded_at from market_deals deal
    where market = 'spot' and sector = 1
      and case when annulled_at is null then recorded_at > time + ${WINDOW_MS}
        else annulled_recorded_at > recorded_at + ${WINDOW_MS} end
      and exists (select 1 from market_sessions day where day.market = 'spot' and day.date = deal.date and day.seed is null)
      and exists (select 1 from market_deals other where other.market = 'spot' and other.date = deal.date
        and other.sector = 1 and other.recorded_at <= other.time + ${WINDOW_MS})
    order by date, sequence`.execute(db)
  for (const date of new Set(rows.map((row) => row.date))) {
    const corrections = JSON.stringify(rows.filter((row) => row.date === date).map(toCorrection))
    await sql`update market_sessions set corrections = ${corrections} where market = 'spot' and date = ${date}`.execute(
      db,
    )
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('market_sessions').dropColumn('corrections').execute()
}
