import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import { down, up } from '#server/database/migrations/0037-day-corrections.ts'
import { up as addEmptyDays, down as undoEmptyDays } from '#server/database/migrations/0044-empty-days.ts'
import { DAY_MS, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { createDeal } from '#tests/support/deals.ts'
import { INGEST_ENV } from '#tests/support/ingest.ts'
import { openTestMarket, testTime } from '#tests/support/market.ts'

const FRIDAY = '2026-11-20'
const NOON = toInstant(FRIDAY, '12:00')

const toEvent = (id: string, minutesBefore: number, changes: Partial<DealReport> = {}) =>
  ({ kind: 'deal', deal: createDeal({ id, time: NOON - minutesBefore * MINUTE_MS, ...changes }) }) as const

async function open(database: Database, time = testTime(NOON)) {
  return { time, market: await openTestMarket({ database, time, env: INGEST_ENV }) }
}

/** A Friday with a late deal, and an annulled deal that visitors had seen. */
async function recordFriday(database: Database) {
  const { market, time } = await open(database)
  await market.append([toEvent('on-time', 1), toEvent('annulled', 2), toEvent('late', 20, { price: 4_111 })])
  time.pass(20 * MINUTE_MS)
  await market.append([{ kind: 'annulment', id: 'annulled', time: NOON }])
  return { market, time }
}

const LATE = { kind: 'late', date: FRIDAY, time: NOON - 20 * MINUTE_MS, price: 4_111, at: NOON }
const ANNULLED = { kind: 'annulled', date: FRIDAY, time: NOON - 2 * MINUTE_MS, at: NOON + 20 * MINUTE_MS }

test.each(ENGINES)('%s: the corrections of a day are read years later, in every process (D119)', async (engine) => {
  const database = await temporaryDatabase(engine)
  const { market, time } = await recordFriday(database)
  const corrections = market.reader.correctionsOf(FRIDAY)
  expect(corrections).toMatchObject([ANNULLED, LATE])

  // The day is stored, and leaves the memory.
  time.pass(DAY_MS)
  await market.tick()
  time.pass(800 * DAY_MS)
  await market.tick()
  // A correction of a stored day that is not in memory.
  await market.append([toEvent('very-late', 30)])
  const veryLate = { kind: 'late', time: NOON - 30 * MINUTE_MS, at: time.now() }
  const { market: second } = await open(database, time)
  for (const { reader } of [market, second]) {
    expect(reader.correctionsOf(FRIDAY)).toMatchObject([ANNULLED, LATE, veryLate])
    expect(reader.trmNow(0).corrections).toMatchObject([veryLate, ANNULLED, LATE])
  }
})

test.each(ENGINES)(
  '%s: a day whose deals were all annulled names it years later, in every process (D119)',
  async (engine) => {
    const database = await temporaryDatabase(engine)
    const { market, time } = await open(database)
    await market.append([toEvent('on-time', 1), toEvent('annulled', 2)])
    time.pass(20 * MINUTE_MS)
    const annul = (id: string) => market.append([{ kind: 'annulment', id, time: NOON }])
    await annul('annulled')
    time.pass(MINUTE_MS)
    await annul('on-time')
    // A day that has figures at its end, and loses them once it has left the memory.
    time.pass(7 * DAY_MS - 21 * MINUTE_MS)
    const nextWeek = { time: NOON + 7 * DAY_MS - MINUTE_MS }
    await market.append([toEvent('other', 0, nextWeek)])
    time.pass(DAY_MS)
    await market.tick()
    time.pass(800 * DAY_MS)
    await market.tick()
    await market.append([{ kind: 'annulment', id: 'other', time: NOON + 7 * DAY_MS }])

    const friday = [{ ...ANNULLED, time: NOON - MINUTE_MS, at: NOON + 21 * MINUTE_MS }, ANNULLED]
    const other = { kind: 'annulled', ...nextWeek, at: time.now() }
    const { market: second } = await open(database, time)
    const expectCorrections = () => {
      for (const { reader } of [market, second]) {
        expect(reader.correctionsOf(FRIDAY)).toMatchObject(friday)
        expect(reader.trmNow(0).corrections).toMatchObject([other, ...friday])
      }
    }
    expectCorrections()

    // The days that lost them before the update.
    const db = database.db as unknown as Kysely<unknown>
    const read = async () => (await sql`select * from market_empty_days order by date`.execute(db)).rows
    const before = await read()
    await undoEmptyDays(db)
    await addEmptyDays(db)
    expect(await read()).toEqual(before)

    // A deal gives the day figures again.
    await second.append([toEvent('very-late', 30)])
    expect(await read()).toHaveLength(1)
    expect(second.reader.correctionsOf(FRIDAY)).toHaveLength(3)
  },
)

test.each(ENGINES)('%s: the days that were stored before get their corrections (D119)', async (engine) => {
  const database = await temporaryDatabase(engine)
  const { market, time } = await recordFriday(database)
  time.pass(DAY_MS)
  await market.tick()
  const read = async () =>
    (
      await sql<{ corrections: string | null }>`select corrections from market_sessions order by date`.execute(
        database.db,
      )
    ).rows
  const before = await read()
  expect(before.map(({ corrections }) => JSON.parse(corrections ?? 'null'))).toMatchObject([[ANNULLED, LATE]])
  const db = database.db as unknown as Kysely<unknown>
  await down(db)
  await up(db)
  expect(await read()).toEqual(before)
})
