import { expect, test } from 'vitest'

import type { DayValue, MarketGateway, MarketQuery } from '#src/application/market/ports.ts'
import type { Result } from '#src/domain/result.ts'
import { type BogotaDate, type Instant, MINUTE_MS, toDate, toInstant } from '#src/domain/time/bogota.ts'
import { direction } from '#src/domain/trading/figures.ts'
import { type Market, PRICE_NAMES } from '#src/domain/trading/market.ts'
import { CHART_AMOUNT_USD } from '#src/domain/trading/series.ts'
import { tradingBounds } from '#src/domain/trading/trading-hours.ts'

/** A Friday, a trading day of both markets. */
const TODAY = '2026-11-20'
const YESTERDAY = '2026-11-19'

/** Spot is closed and visitors see all of its deals; the next-day market is open. */
export const AFTER_SPOT = toInstant(TODAY, '13:20')
/** Both markets are open, and visitors see no deal yet. */
export const JUST_OPENED = toInstant(TODAY, '08:05')
/** A Sunday. */
export const ON_SUNDAY = toInstant('2026-11-22', '11:00')

export interface MarketUnderTest {
  readonly market: MarketGateway
  /** The market time of the server. */
  readonly marketNow: () => Instant
}

/** Creates a visitor's market gateway at this instant. */
export type CreateMarket = (instant: Instant) => Promise<MarketUnderTest>

function getValue<T, E>(result: Result<DayValue<T>, E>): DayValue<T> {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`)
  return result.value
}

const createQuery = (changes: Partial<MarketQuery> = {}): MarketQuery => ({
  date: TODAY,
  market: 'spot',
  delay: 15,
  ...changes,
})

async function loadDay(market: MarketGateway, query: MarketQuery) {
  const [close, prices, amounts, intraday] = await Promise.all([
    market.closeAndAverage(query),
    market.prices(query),
    market.amounts(query),
    market.intraday(query),
  ])
  return {
    close: getValue(close),
    prices: getValue(prices),
    amounts: getValue(amounts),
    intraday: getValue(intraday),
  }
}

/** Tests of every market gateway. */
export function marketGatewayContract(name: string, create: CreateMarket): void {
  test.each([
    ['the spot market today', createQuery()],
    ['the spot market yesterday', createQuery({ date: YESTERDAY })],
    ['the next-day market yesterday', createQuery({ date: YESTERDAY, market: 'nextday' })],
  ])(`${name}: the four replies about %s agree`, async (_, query) => {
    const { market } = await create(AFTER_SPOT)
    const { close, prices, amounts, intraday } = await loadDay(market, query)
    const { times, prices: dealPrices, amounts: chartAmounts } = intraday.value
    const dollars = chartAmounts.map((thousands) => thousands * CHART_AMOUNT_USD)
    const pesos = dealPrices.map((price, i) => price * (dollars[i] ?? 0))
    const sum = dollars.reduce((total, amount) => total + amount, 0)

    expect(new Set([close, prices, amounts, intraday].map(({ tradingDay }) => tradingDay))).toEqual(
      new Set([query.date]),
    )
    expect(times.length).toBeGreaterThan(20)
    expect(amounts.value).toEqual({
      sum,
      last: dollars.at(-1),
      average: Math.round(sum / times.length),
      low: Math.min(...dollars),
      high: Math.max(...dollars),
      count: times.length,
    })
    expect(prices.value).toMatchObject({
      open: { value: dealPrices[0] },
      low: { value: Math.min(...dealPrices) },
      high: { value: Math.max(...dealPrices) },
    })
    expect(close.value).toMatchObject({ close: dealPrices.at(-1) })
    expect(close.value.average).toBeCloseTo(pesos.reduce((total, amount) => total + amount, 0) / sum, 2)
    expect(Math.floor((close.value.time ?? 0) / 1_000)).toBe(Math.floor((times.at(-1) ?? 1) / 1_000))
  })

  test(`${name}: the points of a trading day are in order and within trading hours`, async () => {
    const { market } = await create(AFTER_SPOT)
    const { times, prices, amounts } = getValue(await market.intraday(createQuery())).value
    const { opensAt, closesAt } = tradingBounds('spot', TODAY)
    expect([prices.length, amounts.length]).toEqual([times.length, times.length])
    expect(times.every((time, i) => time >= (times[i - 1] ?? opensAt) && time <= closesAt)).toBe(true)
    expect(prices.every((price) => price > 0 && Math.abs(price * 100 - Math.round(price * 100)) < 1e-6)).toBe(true)
    expect(amounts.every((amount) => amount > 0)).toBe(true)
  })

  test.each(['spot', 'nextday'] as const)(
    `${name}: %s prices have their change since the previous trading day`,
    async (marketId) => {
      const { market } = await create(AFTER_SPOT)
      const [today, yesterday] = await Promise.all([
        market.prices(createQuery({ market: marketId })),
        market.prices(createQuery({ market: marketId, date: YESTERDAY })),
      ])
      for (const figure of PRICE_NAMES) {
        const { value, change, previous } = getValue(today).value[figure]
        expect(previous).toBe(getValue(yesterday).value[figure].value)
        expect(change).toBe(direction(value, previous))
      }
    },
  )

  test.each(['spot', 'nextday'] as const)(`${name}: %s prices have the previous close (D66)`, async (marketId) => {
    const { market } = await create(AFTER_SPOT)
    const prices = getValue(await market.prices(createQuery({ market: marketId }))).value
    const yesterday = getValue(await market.closeAndAverage(createQuery({ market: marketId, date: YESTERDAY }))).value
    expect(prices.previousClose).toBe(yesterday.close)
  })

  test(`${name}: the TRM in force is the same for both markets`, async () => {
    const { market } = await create(AFTER_SPOT)
    const spot = getValue(await market.prices(createQuery())).value.trm
    const nextDay = getValue(await market.prices(createQuery({ market: 'nextday' }))).value.trm
    expect(spot.value).toBeGreaterThan(0)
    expect(nextDay.value).toBe(spot.value)
  })

  test.each([0, 1, 14, 15])(
    `${name}: a visitor who requests a delay of %i minutes gets figures at least 15 minutes old`,
    async (delay) => {
      const { market, marketNow } = await create(AFTER_SPOT)
      const query = createQuery({ market: 'nextday', delay })
      const close = getValue(await market.closeAndAverage(query)).value
      const { times } = getValue(await market.intraday(query)).value
      const limit = marketNow() - 15 * MINUTE_MS
      expect(times.length).toBeGreaterThan(0)
      expect(Math.max(close.time ?? 0, times.at(-1) ?? 0)).toBeLessThanOrEqual(limit)
    },
  )

  test(`${name}: a longer delay shows fewer deals`, async () => {
    const { market, marketNow } = await create(AFTER_SPOT)
    const longDelay = getValue(await market.intraday(createQuery({ delay: 120 }))).value
    const shortDelay = getValue(await market.intraday(createQuery())).value
    expect(longDelay.times.length).toBeLessThan(shortDelay.times.length)
    expect(longDelay.times.at(-1)).toBeLessThanOrEqual(marketNow() - 120 * MINUTE_MS)
    expect(longDelay.prices).toEqual(shortDelay.prices.slice(0, longDelay.times.length))
  })

  test(`${name}: before the first visible deal the figures of the day are empty`, async () => {
    const { market } = await create(JUST_OPENED)
    const { close, prices, amounts, intraday } = await loadDay(market, createQuery())
    const emptyFigure = { value: null, change: 'SAME' }
    expect(close).toEqual({ tradingDay: TODAY, value: { close: null, average: null, time: null } })
    expect(prices).toMatchObject({
      tradingDay: TODAY,
      value: { open: emptyFigure, low: emptyFigure, high: emptyFigure },
    })
    expect(prices.value.previousClose).toBeGreaterThan(0)
    expect(prices.value.trm.value).toBeGreaterThan(0)
    expect(amounts).toEqual({
      tradingDay: TODAY,
      value: { sum: 0, count: 0, last: null, average: null, low: null, high: null },
    })
    expect([intraday.tradingDay, intraday.value.times.length]).toEqual([TODAY, 0])
  })

  test.each<readonly [Market, BogotaDate, string, BogotaDate]>([
    ['spot', '2026-11-15', 'a Sunday', '2026-11-13'],
    ['spot', '2026-11-16', 'a Colombian holiday', '2026-11-13'],
    ['nextday', '2026-11-16', 'a Colombian holiday', '2026-11-13'],
    ['spot', '2026-11-11', 'a US holiday', '2026-11-10'],
    ['nextday', '2026-11-11', 'a US holiday', '2026-11-11'],
  ])(`${name}: a %s request for %s, %s, returns the data of %s`, async (marketId, date, _what, tradingDay) => {
    const { market } = await create(AFTER_SPOT)
    const { close, prices, amounts, intraday } = await loadDay(market, createQuery({ market: marketId, date }))
    for (const reply of [close, prices, amounts, intraday]) expect(reply.tradingDay).toBe(tradingDay)
    expect(toDate(close.value.time ?? 0)).toBe(tradingDay)
    expect(toDate(intraday.value.times[0] ?? 0)).toBe(tradingDay)
  })

  test(`${name}: on a Sunday the last trading day is complete`, async () => {
    const { market } = await create(ON_SUNDAY)
    const { close, amounts } = await loadDay(market, createQuery())
    const { closesAt } = tradingBounds('spot', TODAY)
    expect(close.tradingDay).toBe(TODAY)
    expect(amounts.value.count).toBeGreaterThan(1_000)
    expect(close.value.time).toBeGreaterThan(closesAt - 15 * MINUTE_MS)
  })

  test(`${name}: an aborted load returns unreachable`, async () => {
    const { market } = await create(AFTER_SPOT)
    const controller = new AbortController()
    controller.abort()
    for (const call of ['closeAndAverage', 'prices', 'amounts', 'intraday'] as const) {
      expect(await market[call](createQuery(), controller.signal)).toEqual({
        ok: false,
        error: { kind: 'unreachable' },
      })
    }
  })
}
