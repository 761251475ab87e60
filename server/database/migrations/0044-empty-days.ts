import { type Kysely, sql } from 'kysely'

interface DealRow {
  readonly date: string
  readonly time: number
  readonly price: number
  readonly amount: number
  readonly annulled_recorded_at: number
}

/** Visitors see a deal after this time, in milliseconds (D17). */
const WINDOW_MS = 900_000

const toCorrection = ({ date, time, price, amount, annulled_recorded_at }: DealRow) => ({
  ...{ kind: 'annulled', date, time, price: price / 100, amount },
  at: annulled_recorded_at,
})

/**
 * The corrections of the days without figures (D119): those whose deals were all annulled. The
 * existing ones get theirs, by the rule of `findCorrections` when this migration was released.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('market_empty_days')
    .addColumn('market', 'text', (column) => column.notNull())
    .addColumn('date', 'text', (column) => column.notNull())
    .addColumn('corrections', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('market_empty_days_key', ['market', 'date'])
    .execute()
  const { rows } = await sql<DealRow>`
    select date, time, price, amount, annulled_recorded_at from market_deals deal
    where market = 'spot' and sector = 1 and annulled_recorded_at > recorded_at + ${WINDOW_MS}
      and not exists (select 1 from market_deals other
        where other.market = 'spot' and other.date = deal.date and other.sector = 1 and other.annulled_at is null)
      and not exists (select 1 from market_sessions day where day.market = 'spot' and day.date = deal.date)
      and exists (select 1 from market_deals other where other.market = 'spot' and other.date = deal.date
        and other.sector = 1 and other.recorded_at <= other.time + ${WINDOW_MS})
    order by date, sequence`.execute(db)
  for (const date of new Set(rows.map((row) => row.date))) {
    const corrections = JSON.stringify(rows.filter((row) => row.date === date).map(toCorrection))
    await sql`insert into market_empty_days (market, date, corrections) values ('spot', ${date}, ${corrections})`.execute(
      db,
    )
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('market_empty_days').execute()
}
