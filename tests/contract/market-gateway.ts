import { expect, test } from 'vitest'

import type { MarketGateway, MarketQuery, OfSession } from '#src/application/market/market-gateway.ts'
import { CHART_AMOUNT_USD } from '#src/domain/charting/series.ts'
import type { Result } from '#src/domain/result.ts'
import { type BogotaDate, dateOf, type Instant, instantOf, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { tradingBounds } from '#src/domain/time/trading-hours.ts'
import { direction } from '#src/domain/trading/figures.ts'
import type { DollarPrices, Market } from '#src/domain/trading/market.ts'

/** A Friday on which both markets have their session. */
const TODAY = '2026-11-20'
const YESTERDAY = '2026-11-19'

/** Spot has closed and a visitor may see all of it; next day still trades. */
export const AFTER_SPOT = instantOf(TODAY, '13:20')
/** Both have opened, and a visitor may see nothing of it yet. */
export const JUST_OPENED = instantOf(TODAY, '08:05')
/** A Sunday. */
export const ON_SUNDAY = instantOf('2026-11-22', '11:00')

export interface MarketUnderTest {
  readonly market: MarketGateway
  /** The market's now as its server has it. */
  readonly marketNow: () => Instant
}

/** Gives a gateway for visitors whose market stands at an instant. */
export type MarketAt = (instant: Instant) => Promise<MarketUnderTest>

function answerOf<T, E>(result: Result<OfSession<T>, E>): OfSession<T> {
  if (!result.ok) throw new Error(`no answer: ${JSON.stringify(result.error)}`)
  return result.value
}

const query = (but: Partial<MarketQuery> = {}): MarketQuery => ({ date: TODAY, market: 'spot', delay: 15, ...but })

async function wholeSession(market: MarketGateway, asked: MarketQuery) {
  const [close, prices, amounts, intraday] = await Promise.all([
    market.closeAndAverage(asked),
    market.prices(asked),
    market.amounts(asked),
    market.intraday(asked),
  ])
  return {
    close: answerOf(close),
    prices: answerOf(prices),
    amounts: answerOf(amounts),
    intraday: answerOf(intraday),
  }
}

/** What any gateway to the dollar markets does, whatever it is made of. */
export function marketGatewayContract(name: string, at: MarketAt): void {
  test.each([
    ['today', query()],
    ['the day before', query({ date: YESTERDAY })],
    ['the day before, next day', query({ date: YESTERDAY, market: 'nextday' })],
  ])(`${name}: the four answers about a session agree with each other: %s`, async (_, asked) => {
    const { market } = await at(AFTER_SPOT)
    const { close, prices, amounts, intraday } = await wholeSession(market, asked)
    const { times, prices: line, amounts: bars } = intraday.value
    const dollars = bars.map((thousands) => thousands * CHART_AMOUNT_USD)
    const pesos = line.map((price, i) => price * (dollars[i] ?? 0))
    const sum = dollars.reduce((total, amount) => total + amount, 0)

    expect(new Set([close, prices, amounts, intraday].map(({ session }) => session))).toEqual(new Set([asked.date]))
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
      open: { value: line[0] },
      low: { value: Math.min(...line) },
      high: { value: Math.max(...line) },
    })
    expect(close.value).toMatchObject({ close: line.at(-1) })
    expect(close.value.average).toBeCloseTo(pesos.reduce((total, amount) => total + amount, 0) / sum, 2)
    expect(Math.floor((close.value.time ?? 0) / 1_000)).toBe(Math.floor((times.at(-1) ?? 1) / 1_000))
  })

  test(`${name}: a session's points are in order and within its hours`, async () => {
    const { market } = await at(AFTER_SPOT)
    const { times, prices, amounts } = answerOf(await market.intraday(query())).value
    const { opensAt, closesAt } = tradingBounds('spot', TODAY)
    expect([prices.length, amounts.length]).toEqual([times.length, times.length])
    expect(times.every((time, i) => time >= (times[i - 1] ?? opensAt) && time <= closesAt)).toBe(true)
    expect(prices.every((price) => price > 0 && Math.abs(price * 100 - Math.round(price * 100)) < 1e-6)).toBe(true)
    expect(amounts.every((amount) => amount > 0)).toBe(true)
  })

  test.each(['spot', 'nextday'] as const)(`${name}: %s prices compare with the session before`, async (of) => {
    const { market } = await at(AFTER_SPOT)
    const [today, before] = await Promise.all([
      market.prices(query({ market: of })),
      market.prices(query({ market: of, date: YESTERDAY })),
    ])
    const names: readonly (keyof DollarPrices)[] = ['trm', 'open', 'low', 'high']
    for (const figure of names) {
      const now = answerOf(today).value[figure]
      expect(now.change).toBe(direction(now.value, answerOf(before).value[figure].value))
    }
  })

  test(`${name}: the TRM in force is the same for both markets`, async () => {
    const { market } = await at(AFTER_SPOT)
    const spot = answerOf(await market.prices(query())).value.trm
    const nextDay = answerOf(await market.prices(query({ market: 'nextday' }))).value.trm
    expect(spot.value).toBeGreaterThan(0)
    expect(nextDay.value).toBe(spot.value)
  })

  test.each([0, 1, 14, 15])(`${name}: asked for %i minutes, a visitor gets nothing younger than 15`, async (delay) => {
    const { market, marketNow } = await at(AFTER_SPOT)
    const asked = query({ market: 'nextday', delay })
    const close = answerOf(await market.closeAndAverage(asked)).value
    const { times } = answerOf(await market.intraday(asked)).value
    const limit = marketNow() - 15 * MINUTE_MS
    expect(times.length).toBeGreaterThan(0)
    expect(Math.max(close.time ?? 0, times.at(-1) ?? 0)).toBeLessThanOrEqual(limit)
  })

  test(`${name}: a longer delay shows less`, async () => {
    const { market, marketNow } = await at(AFTER_SPOT)
    const late = answerOf(await market.intraday(query({ delay: 120 }))).value
    const soon = answerOf(await market.intraday(query())).value
    expect(late.times.length).toBeLessThan(soon.times.length)
    expect(late.times.at(-1)).toBeLessThanOrEqual(marketNow() - 120 * MINUTE_MS)
    expect(late.prices).toEqual(soon.prices.slice(0, late.times.length))
  })

  test(`${name}: before the first deal there is the TRM and nothing else`, async () => {
    const { market } = await at(JUST_OPENED)
    const { close, prices, amounts, intraday } = await wholeSession(market, query())
    const nothing = { value: null, change: 'SAME' }
    expect(close).toEqual({ session: TODAY, value: { close: null, average: null, time: null } })
    expect(prices).toMatchObject({ session: TODAY, value: { open: nothing, low: nothing, high: nothing } })
    expect(prices.value.trm.value).toBeGreaterThan(0)
    expect(amounts).toEqual({
      session: TODAY,
      value: { sum: 0, count: 0, last: null, average: null, low: null, high: null },
    })
    expect([intraday.session, intraday.value.times.length]).toEqual([TODAY, 0])
  })

  test.each<readonly [string, Market, BogotaDate, BogotaDate]>([
    ['a Sunday', 'spot', '2026-11-15', '2026-11-13'],
    ['a Colombian holiday', 'spot', '2026-11-16', '2026-11-13'],
    ['a Colombian holiday', 'nextday', '2026-11-16', '2026-11-13'],
    ['a US holiday', 'spot', '2026-11-11', '2026-11-10'],
    ['a US holiday', 'nextday', '2026-11-11', '2026-11-11'],
  ])(`${name}: %s answers %s of %s with the session of %s`, async (_, of, date, session) => {
    const { market } = await at(AFTER_SPOT)
    const { close, prices, amounts, intraday } = await wholeSession(market, query({ market: of, date }))
    for (const answer of [close, prices, amounts, intraday]) expect(answer.session).toBe(session)
    expect(dateOf(close.value.time ?? 0)).toBe(session)
    expect(dateOf(intraday.value.times[0] ?? 0)).toBe(session)
  })

  test(`${name}: on a Sunday the last session is whole`, async () => {
    const { market } = await at(ON_SUNDAY)
    const { close, amounts } = await wholeSession(market, query())
    const { closesAt } = tradingBounds('spot', TODAY)
    expect(close.session).toBe(TODAY)
    expect(amounts.value.count).toBeGreaterThan(1_000)
    expect(close.value.time).toBeGreaterThan(closesAt - 15 * MINUTE_MS)
  })

  test(`${name}: a call that is given up is unreachable`, async () => {
    const { market } = await at(AFTER_SPOT)
    const controller = new AbortController()
    controller.abort()
    for (const call of ['closeAndAverage', 'prices', 'amounts', 'intraday'] as const) {
      expect(await market[call](query(), controller.signal)).toEqual({ ok: false, error: { kind: 'unreachable' } })
    }
  })
}
