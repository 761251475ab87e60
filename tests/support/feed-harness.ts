import { createMemoryMarketStream, type MemoryMarketStream } from '#src/adapters/memory/market.ts'
import {
  createMemoryClock,
  createMemoryFrames,
  createMemoryLog,
  createMemoryMarketClock,
  createMemoryPage,
} from '#src/adapters/memory/platform.ts'
import { createMarketFeed } from '#src/application/market/feed.ts'
import type { FeedPart } from '#src/application/market/feed-publisher.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { type BasePrices, closeAndAverage, dollarAmounts, dollarPrices } from '#src/domain/trading/figures.ts'
import { type DollarPrices, PRICE_NAMES } from '#src/domain/trading/market.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { createAnnulment, createStreamedDeal, type ServerEvent, serverStateAt } from '#tests/support/live-market.ts'

/** Refetch intervals of the panels and of the chart. */
export const PANELS_MS = 468 * SECOND_MS
export const CHART_MS = 15 * SECOND_MS

const TRADING_DAY = '2026-11-20'
const TRM = 4_098.17

/** The state of the in-memory server. */
interface FeedServer {
  events: ServerEvent[]
  tradingDay: string
  /** True when the intraday series has a cursor. */
  hasCursor: boolean
  failing: readonly FeedPart[]
  previous: BasePrices | null
  /** True when the prices include the previous day's figures (D66). */
  sendsPrevious: boolean
  sessionValid: boolean
}

/** Sets the previous day's figures to null, as an older server does. */
function removePreviousFigures(prices: DollarPrices): DollarPrices {
  const figures = PRICE_NAMES.map((name) => [name, { ...prices[name], previous: null }] as const)
  return { ...prices, ...Object.fromEntries(figures), previousClose: null }
}

/**
 * Starts a feed on an in-memory server, whose calls and stream share one list of events. Only
 * `pass` moves the clock. `prepare` runs before the first load.
 */
export function startFeed(
  events: readonly ServerEvent[] = [],
  prepare: (server: FeedServer, stream: MemoryMarketStream) => void = () => {},
) {
  const clock = createMemoryClock(0)
  const stream = createMemoryMarketStream()
  const frames = createMemoryFrames()
  const page = createMemoryPage()
  const log = createMemoryLog()
  const calls: FeedPart[] = []
  /** The reasons with which the feed verified the session. */
  const reasons: (string | null)[] = []
  const server: FeedServer = {
    events: [...events],
    tradingDay: TRADING_DAY,
    hasCursor: true,
    failing: [],
    previous: null,
    sendsPrevious: true,
    sessionValid: true,
  }
  const getLastSequence = () => server.events.at(-1)?.sequence ?? 0
  const getState = () => serverStateAt(server.events, getLastSequence())

  /** Compute the server's current values. */
  const values = {
    close: () => closeAndAverage(getState().figures),
    amounts: () => dollarAmounts(getState().figures),
    prices: () => {
      const prices = dollarPrices({ today: getState().figures, previous: server.previous, trm: TRM, previousTrm: TRM })
      return server.sendsPrevious ? prices : removePreviousFigures(prices)
    },
    intraday: () => ({ ...getState().series, sequence: server.hasCursor ? getLastSequence() : null }),
  }

  const source = <Part extends FeedPart>(part: Part, interval: number) => ({
    interval,
    load: async (): Promise<Result<{ value: ReturnType<(typeof values)[Part]>; tradingDay: string }, CallFailure>> => {
      calls.push(part)
      if (server.failing.includes(part)) return err({ kind: 'unreachable' })
      const value = values[part]() as ReturnType<(typeof values)[Part]>
      return ok({ value, tradingDay: server.tradingDay })
    },
  })

  for (const event of server.events) stream.publish('spot', event)
  prepare(server, stream)

  const feed = createMarketFeed(
    {
      clock,
      timers: clock,
      marketClock: createMemoryMarketClock({ clock, startsAt: 0 }),
      page,
      log,
      nextFrame: frames.next,
      follow: (since, onEvent) => stream.follow({ market: 'spot', since }, onEvent),
      verifySession: async (reason) => {
        reasons.push(reason)
        return server.sessionValid
      },
    },
    {
      sources: {
        close: source('close', PANELS_MS),
        prices: source('prices', PANELS_MS),
        amounts: source('amounts', PANELS_MS),
        intraday: source('intraday', CHART_MS),
      },
      delay: 0,
    },
  )
  let changes = 0
  const { unsubscribe } = feed.subscribe(() => {
    changes += 1
  })

  function send(event: ServerEvent) {
    server.events.push(event)
    stream.publish('spot', event)
  }

  return {
    feed,
    stream,
    frames,
    page,
    calls,
    log,
    reasons,
    server,
    clock,
    unsubscribe,
    flushPromises,
    values,
    changes: () => changes,
    /** Adds a deal and streams it. */
    deal: (overrides: Parameters<typeof createStreamedDeal>[1] = {}) =>
      send(createStreamedDeal(getLastSequence() + 1, overrides)),
    annul: (sequence: number) => send(createAnnulment(getLastSequence() + 1, `op-${sequence}`)),
    /** Adds a deal without streaming it. */
    addUnstreamedDeal: () => server.events.push(createStreamedDeal(getLastSequence() + 1)),
    heartbeat: () => stream.notify('spot', { kind: 'heartbeat' }),
    /** Sets the snapshot that later subscribers get; sends nothing to the current ones. */
    setSnapshot: () =>
      stream.setSnapshot('spot', {
        tradingDay: server.tradingDay,
        delay: 0,
        close: values.close(),
        amounts: values.amounts(),
        prices: values.prices(),
      }),
    async pass(ms: number) {
      clock.advance(ms)
      await flushPromises()
      await flushPromises()
    },
    /** Returns the values that the feed shows. */
    shown: () => {
      const { close, prices, amounts, intraday } = feed.getSnapshot()
      return {
        close: close.value?.value,
        prices: prices.value?.value,
        amounts: amounts.value?.value,
        intraday: intraday.value?.value,
      }
    },
    /** Returns the values of the server, which a current feed shows. */
    expected: () => ({
      close: values.close(),
      prices: values.prices(),
      amounts: values.amounts(),
      intraday: values.intraday(),
    }),
  }
}

export type FeedHarness = ReturnType<typeof startFeed>
