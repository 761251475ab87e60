import { expect, test } from 'vitest'

import type { QuotesGateway } from '#src/application/market/ports.ts'
import { DEFAULT_TICKERS, selectQuotes } from '#src/domain/quotes/quotes.ts'
import type { Result } from '#src/domain/result.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

export interface QuotesUnderTest {
  readonly quotes: QuotesGateway
  /** The market time of the server. */
  readonly marketNow: () => Instant
}

function getValue<T, E>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`)
  return result.value
}

/** Tests of every quotes gateway. */
export function quotesGatewayContract(name: string, create: () => Promise<QuotesUnderTest>): void {
  test(`${name}: currencies are pairs with a rate and its change`, async () => {
    const { quotes } = await create()
    const currencies = getValue(await quotes.currencies())
    expect(currencies.length).toBeGreaterThan(3)
    for (const { from, to, value, change } of currencies) {
      expect([from, to].every((code) => /^[A-Z]{3}$/.test(code))).toBe(true)
      expect(value).toBeGreaterThan(0)
      expect(Math.abs(change)).toBeLessThan(value)
    }
    const pairs = currencies.map(({ from, to }) => `${from}/${to}`)
    expect(new Set(pairs).size).toBe(pairs.length)
  })

  test.each(['stocks', 'indices'] as const)(
    `${name}: %s have a name, a value and a change in percent`,
    async (call) => {
      const { quotes } = await create()
      const securities = getValue(await quotes[call]())
      expect(securities.length).toBeGreaterThan(0)
      for (const { name: security, value, change } of securities) {
        expect(security.trim()).not.toBe('')
        expect(value).toBeGreaterThan(0)
        expect(Math.abs(change)).toBeLessThan(100)
      }
      expect(new Set(securities.map((security) => security.name)).size).toBe(securities.length)
    },
  )

  test(`${name}: stocks contains the six companies of the ticker`, async () => {
    const { quotes } = await create()
    const tickerQuotes = selectQuotes(DEFAULT_TICKERS, getValue(await quotes.stocks()))
    expect(tickerQuotes.map((quote) => quote.name)).toEqual(DEFAULT_TICKERS)
  })

  test(`${name}: indexSeries returns ordered times of one day for an index of the list`, async () => {
    const { quotes, marketNow } = await create()
    const indices = getValue(await quotes.indices())
    const { name: index, times, values } = getValue(await quotes.indexSeries())
    expect(indices.map((quote) => quote.name)).toContain(index)
    expect(values.length).toBe(times.length)
    expect(times.length).toBeGreaterThan(10)
    expect(times.every((time, i) => i === 0 || time >= (times[i - 1] ?? 0))).toBe(true)
    expect(new Set(Array.from(times, toDate)).size).toBe(1)
    expect(times.at(-1)).toBeLessThanOrEqual(marketNow())
    expect(values.every((value) => value > 0)).toBe(true)
  })

  test(`${name}: simulated feeds are not late`, async () => {
    const { quotes } = await create()
    expect(Object.values(getValue(await quotes.feeds())).filter(({ late }) => late)).toEqual([])
  })

  test(`${name}: an aborted load returns unreachable`, async () => {
    const { quotes } = await create()
    const controller = new AbortController()
    controller.abort()
    for (const call of ['currencies', 'stocks', 'indices', 'indexSeries', 'feeds'] as const) {
      expect(await quotes[call](controller.signal)).toEqual({ ok: false, error: { kind: 'unreachable' } })
    }
  })
}
