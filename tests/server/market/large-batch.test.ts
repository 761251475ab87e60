import { describe, expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { MAX_STRICT_ROWS } from '#server/market/calls/deals-routes.ts'
import { DAYS_PER_PART, EVENTS_PER_PART } from '#server/market/report-parts.ts'
import { MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { INGEST_ENV, INGEST_KEY, postDeals, toWireDeal } from '#tests/support/ingest.ts'
import { createMarketApp, openTestMarket, testTime } from '#tests/support/market.ts'

const FRIDAY = '2026-11-20'
const NOON = toInstant(FRIDAY, '12:00')
const DAYS = 40
const DEALS_PER_DAY = 30

function listDays(): readonly string[] {
  const days = [previousTradingDay('spot', FRIDAY)]
  while (days.length < DAYS) days.push(previousTradingDay('spot', days.at(-1) ?? ''))
  return days
}

/** Deals of many days, those of a day far from one another. */
const DEALS: readonly DealReport[] = Array.from({ length: DEALS_PER_DAY }, (_, index) =>
  listDays().map((date) => ({
    id: `${date}-${index}`,
    ...({ market: 'spot', term: 0, sector: 1, origin: 'negotiated' } as const),
    ...{ time: toInstant(date, '10:00') + index * MINUTE_MS, price: 4_000 + index, amount: 1_000 },
  })),
).flat()

async function open(database: Database) {
  const market = await openTestMarket({ database, time: testTime(NOON), env: INGEST_ENV })
  const app = await createMarketApp(market, INGEST_ENV)
  afterFile(async () => void (await app.close()))
  return { market, app }
}

interface Line {
  readonly deals: readonly { readonly id: string; readonly time: number }[]
  readonly annulled: readonly { readonly deal: { readonly id: string } }[]
  readonly days: readonly { readonly date: string }[]
}

const readLines = async ({ db }: Database): Promise<readonly Line[]> =>
  (await db.selectFrom('market_log').select('payload').where('kind', '=', 'batch').orderBy('id').execute()).map(
    ({ payload }) => JSON.parse(payload) as Line,
  )

const readDays = ({ db }: Database) => db.selectFrom('market_sessions').selectAll().orderBy('date').execute()

describe.each(ENGINES)('%s', (engine) => {
  test('a batch over many days is committed in lines of bounded size, with other batches between them (D124)', async () => {
    const database = await temporaryDatabase(engine)
    const { app } = await open(database)
    const other = { ...DEALS[0], id: 'other', time: NOON - MINUTE_MS } as DealReport
    const [large, small] = await Promise.all([postDeals(app, { deals: DEALS }), postDeals(app, { deals: [other] })])
    expect(large.body.data).toEqual({ aceptadas: DEALS.length, repetidas: 0, anuladas: 0 })
    expect(small.body.data).toMatchObject({ aceptadas: 1 })

    const annulled = DEALS.filter((_, index) => index % 3 === 0)
    expect((await postDeals(app, { annulled })).body.data).toMatchObject({ anuladas: annulled.length })

    const lines = await readLines(database)
    for (const { deals, annulled: removed, days } of lines) {
      expect(deals.length + removed.length).toBeLessThanOrEqual(EVENTS_PER_PART)
      expect(days.length).toBeLessThanOrEqual(DAYS_PER_PART)
    }
    const positionOf = (id: string) => lines.findIndex(({ deals }) => deals.some((deal) => deal.id === id))
    expect(positionOf('other')).toBeLessThan(Math.max(...DEALS.map(({ id }) => positionOf(id))))
  })

  test('an interrupted batch is sent again, and the days are those of the whole batch', async () => {
    const [interrupted, whole] = [await temporaryDatabase(engine), await temporaryDatabase(engine)]
    const { app } = await open(interrupted)
    await postDeals(app, { deals: DEALS.slice(0, 700) })
    const again = await postDeals(app, { deals: DEALS })
    expect(again.body.data).toEqual({ aceptadas: DEALS.length - 700, repetidas: 700, anuladas: 0 })
    await postDeals((await open(whole)).app, { deals: DEALS })
    expect(await readDays(interrupted)).toEqual(await readDays(whole))
    expect(await readDays(whole)).toHaveLength(DAYS)
  })

  test('a sender over HTTP gets the result of all parts', async () => {
    const { app } = await open(await temporaryDatabase(engine))
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const reply = await fetch(url + MARKET_BASE + MARKET_PATHS.deals, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [OPERATOR_KEY_HEADER]: INGEST_KEY },
      body: JSON.stringify({ operaciones: DEALS.map(toWireDeal) }),
    })
    expect(await reply.json()).toEqual({ data: { aceptadas: DEALS.length, repetidas: 0, anuladas: 0 } })
  })

  test('a strict batch has at most the rows of one commit (D124)', async () => {
    const database = await temporaryDatabase(engine)
    const { app } = await open(database)
    const annulled = DEALS.slice(0, 1)
    const send = (rows: number) =>
      postDeals(app, { deals: DEALS.slice(0, rows - 1), annulled, fields: { estricto: true } })
    expect(await send(MAX_STRICT_ROWS + 1)).toEqual({
      status: 400,
      body: {
        message:
          'Un lote con «estricto» admite máximo 500 operaciones y anulaciones en total. Divídalo o envíelo sin «estricto».',
      },
    })
    expect(await readLines(database)).toEqual([])
    expect((await send(MAX_STRICT_ROWS)).body.data).toEqual({ aceptadas: 499, repetidas: 0, anuladas: 1 })
    expect(await readLines(database)).toHaveLength(1)
  })

  test('a batch without a valid row is refused whole, and is no sign of life', async () => {
    const database = await temporaryDatabase(engine)
    const { app } = await open(database)
    const late = DEALS.map((deal) => ({ ...deal, time: NOON + 60 * MINUTE_MS }))
    expect((await postDeals(app, { deals: late })).status).toBe(400)
    expect(await readLines(database)).toEqual([])
  })
})
