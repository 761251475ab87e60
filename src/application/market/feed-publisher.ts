import type { DayValue } from '#src/application/market/ports.ts'
import type { Resource, ResourceSource } from '#src/application/platform/resource.ts'
import { isEqualData } from '#src/domain/equal.ts'
import { livePrices } from '#src/domain/live/live-prices.ts'
import type { LiveTape } from '#src/domain/live/live-tape.ts'
import type { StreamedSnapshot } from '#src/domain/live/stream-event.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { closeAndAverage, dollarAmounts } from '#src/domain/trading/figures.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices } from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'

/** The values of a market's trading day. */
export interface FeedValues {
  readonly close: DayValue<CloseAndAverage>
  readonly prices: DayValue<DollarPrices>
  readonly amounts: DayValue<DollarAmounts>
  readonly intraday: DayValue<IntradaySeries>
}
export type FeedPart = keyof FeedValues
export type FeedSources = { readonly [Part in FeedPart]: ResourceSource<FeedValues[Part]> }
export type FeedResources = { readonly [Part in FeedPart]: Resource<FeedValues[Part]> }

export const FEED_PARTS = ['close', 'prices', 'amounts', 'intraday'] as const satisfies readonly FeedPart[]

/** Minimum interval between price refetches that only resolve a direction, in ms. */
export const DIRECTION_REFETCH_MS = 1_000

export interface FeedPublisherDeps {
  readonly resources: FeedResources
  readonly tape: LiveTape
  readonly now: () => Instant
  /** Runs the callback before the next repaint; the returned function cancels it. */
  readonly nextFrame: (callback: () => void) => () => void
}

/** Pushes the values of the live tape into the resources. */
export interface FeedPublisher {
  /** Pushes all values now. No effect without an open stream, or before the series is loaded. */
  publish(): void
  /** Publishes before the next repaint; several calls publish once. */
  publishSoon(): void
  setStreaming(streaming: boolean): void
  /** Pushes the figures of a snapshot. A snapshot has no series. */
  pushSnapshot(snapshot: StreamedSnapshot): void
  /** Saves the loaded prices, from which live directions are computed, and publishes soon. */
  onPricesLoaded(prices: DollarPrices): void
  stop(): void
}

/** Pushes a value. Pushes the current object instead of an equal one, so that no panel renders. */
function push<T extends object>(resource: Resource<DayValue<T>>, next: DayValue<T>) {
  const current = resource.getSnapshot().value
  resource.push(current !== null && isEqualData(current, next) ? current : next)
}

export function createFeedPublisher({ resources, tape, now, nextFrame }: FeedPublisherDeps): FeedPublisher {
  let loadedPrices: DollarPrices | null = null
  let isStreaming = false
  let directionsLoadedAt = Number.NEGATIVE_INFINITY
  let cancelFrame: (() => void) | null = null

  /**
   * Pushes the live prices, except before and during a load of prices. When a direction cannot be
   * computed, loads the prices, at most once per `DIRECTION_REFETCH_MS`.
   */
  function pushPrices(tradingDay: BogotaDate) {
    if (loadedPrices === null || resources.prices.getSnapshot().loading) return
    const { prices, certain } = livePrices(loadedPrices, tape.figures())
    push(resources.prices, { tradingDay, value: prices })
    if (certain || now() < directionsLoadedAt + DIRECTION_REFETCH_MS) return
    directionsLoadedAt = now()
    resources.prices.retry()
  }

  function publish() {
    const tradingDay = resources.intraday.getSnapshot().value?.tradingDay
    if (!isStreaming || tradingDay === undefined) return
    const figures = tape.figures()
    push(resources.close, { tradingDay, value: closeAndAverage(figures) })
    push(resources.amounts, { tradingDay, value: dollarAmounts(figures) })
    push(resources.intraday, { tradingDay, value: tape.series() })
    pushPrices(tradingDay)
  }

  function publishSoon() {
    cancelFrame ??= nextFrame(() => {
      cancelFrame = null
      publish()
    })
  }

  return {
    publish,
    publishSoon,

    setStreaming(streaming) {
      isStreaming = streaming
      for (const part of FEED_PARTS) resources[part].setStreaming(streaming)
      publish()
    },

    pushSnapshot({ tradingDay, prices, amounts, close }) {
      loadedPrices = prices
      push(resources.close, { tradingDay, value: close })
      push(resources.amounts, { tradingDay, value: amounts })
      push(resources.prices, { tradingDay, value: prices })
    },

    onPricesLoaded(prices) {
      loadedPrices = prices
      publishSoon()
    },

    stop: () => cancelFrame?.(),
  }
}
