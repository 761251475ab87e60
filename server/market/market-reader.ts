import type { Feeds } from '#server/feeds/feeds.ts'
import { createCorrections } from '#server/market/corrections.ts'
import { createReadDaysVersion } from '#server/market/days-version.ts'
import type { DealLog } from '#server/market/deal-log.ts'
import type { Archive } from '#server/market/store/archive.ts'
import { createVersionedCache } from '#server/market/versioned-cache.ts'
import {
  type ChartRequest,
  type ReadPeriodCandles,
  readPeriodCandles,
  readPeriodChart,
} from '#src/domain/charting/market-chart.ts'
import type { PeriodCandles, PeriodChart } from '#src/domain/charting/period-chart.ts'
import type { Result } from '#src/domain/result.ts'
import { type BogotaDate, type Instant, SECOND_MS, toDate } from '#src/domain/time/bogota.ts'
import { visibleUntil } from '#src/domain/trading/audience.ts'
import { tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import { findCertifiedTrm } from '#src/domain/trading/certified-trms.ts'
import type { Correction } from '#src/domain/trading/corrections.ts'
import type { MarketDaySource } from '#src/domain/trading/day-summary.ts'
import { type Day, type DayList, type DayRange, findFirstDay, type KnownDays } from '#src/domain/trading/days.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices, Market, Sector } from '#src/domain/trading/market.ts'
import {
  createMarketDayReader,
  type DayView,
  type PriceAndPreviousClose,
  type TradingDayFailure,
} from '#src/domain/trading/market-day.ts'
import { type IntradaySeries, intradaySeries } from '#src/domain/trading/series.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'
import { lastChangeAt } from '#src/domain/trading/trading-day.ts'
import {
  selectTrmHistory,
  type TrmHistory,
  type TrmNow,
  type TrmRange,
  trmFixedAt,
} from '#src/domain/trading/trm-periods.ts'

/** A trading day of a market as it was `delay` milliseconds ago. */
export interface DelayedDay {
  readonly market: Market
  readonly date: BogotaDate
  readonly delay: number
}

/** A chart of a period that ends on the market's last trading day, or on an earlier one. */
type ChartQuery = Omit<ChartRequest, 'date' | 'until'> & { readonly lastDay?: BogotaDate }

/**
 * Reads figures, charts and statistics for the replies. All are as of the last advance of the
 * market, minus the delay (D46).
 */
export interface MarketReader {
  now(): Instant
  /** Finds the trading day that a reply for the requested date describes (D2). */
  findTradingDay(market: Market, requested: BogotaDate): Result<BogotaDate, TradingDayFailure>
  /**
   * Changes whenever a reply with this delay may change. For an audience's delay, it changes with
   * each visible event. For another delay, it changes each second.
   */
  version(market: Market, delay: number): string
  /**
   * Returns the cache key and the version of a reply about a day. When the day is closed for some
   * delays, these delays share one key.
   */
  dayEntry(view: DelayedDay): { readonly key: string; readonly version: string }
  /** Whether an audience has this delay. */
  isAudienceDelay(delay: number): boolean
  closeAndAverage(view: DelayedDay): CloseAndAverage
  prices(view: DelayedDay): DollarPrices
  amounts(view: DelayedDay): DollarAmounts
  intraday(view: DelayedDay): Promise<IntradaySeries>
  /** Whether `intraday` reads the day without a load or simulation of tens of milliseconds. */
  hasDealsInMemory(market: Market, date: BogotaDate): boolean
  /** The spot price `delay` milliseconds ago, and the previous close. */
  lastSpot(delay: number): PriceAndPreviousClose
  /** The figures of a spot trading day up to an instant; null without deals. */
  spotFigures(date: BogotaDate, until: Instant): TapeFigures | null
  /** Whether the authority certified the TRM of a day (D67). */
  isTrmCertified(date: BogotaDate): boolean
  /** Changes with the certified TRMs (D67). */
  trmVersion(): number
  /** The TRM in force on a date. */
  trmInForce(date: BogotaDate): number | null
  /** The TRM in force and the next TRM, `delay` milliseconds ago (D67). */
  trmNow(delay: number): TrmNow
  /** The corrections of the published figures of a day (D119); none in a simulated market. */
  correctionsOf(date: BogotaDate): readonly Correction[]
  /** The TRMs of a range of calendar days, as known `delay` milliseconds ago (D67). */
  trmHistory(range: TrmRange, delay: number): TrmHistory
  statistics(sector: Sector, delay: number): readonly StatisticsRow[]
  /** The calendar days of a range as they were `delay` milliseconds ago (D123). */
  days(range: DayRange, delay: number): DayList
  /** The first day of the history and today. */
  knownDays(): KnownDays
  /** Changes with the figures, the deals and the TRMs of the days of a range. */
  daysVersion(range: DayRange): string
  /** The chart of a period as it was `delay` milliseconds ago. */
  periodChart(query: ChartQuery, delay: number): PeriodChart
}

/**
 * Cached candles: five periods in two widths and in their 16 chosen intervals, for two markets and
 * two audiences, and some for other bands.
 */
const MAX_CACHED_CANDLES = 120

/** Cached TRM histories, one per delay. */
const MAX_CACHED_HISTORIES = 4

const ALL_DAYS: TrmRange = { from: '1900-01-01', until: '2199-12-31' }

const toVersion = (date: BogotaDate, revision: number, change: number | string, isFixed: boolean, trmVersion: number) =>
  `${date} ${revision} ${change} ${isFixed} ${trmVersion}`

/** Creates a `toVersion` that reuses its string, because identical strings compare faster. */
function createVersion(): typeof toVersion {
  let lastParts: Parameters<typeof toVersion> = ['', 0, 0, false, 0]
  let text = ''
  return (...parts) => {
    if (parts.some((part, index) => part !== lastParts[index])) text = toVersion(...parts)
    lastParts = parts
    return text
  }
}

/** Creates a `trmFixedAt` that computes the instant once a day, because every reply needs it. */
function createTrmFixedAt(): typeof trmFixedAt {
  let last = { date: '', at: 0 }
  return (date) => {
    if (date !== last.date) last = { date, at: trmFixedAt(date) }
    return last.at
  }
}

export function createMarketReader({
  dealLog,
  archive,
  feeds,
  now,
  hasCorrections = false,
}: {
  readonly dealLog: DealLog
  readonly archive: Archive
  readonly feeds: Pick<Feeds, 'certifiedTrms' | 'trmVersion'>
  readonly now: () => Instant
  /** Whether late deals and annulments are corrections, as those of a real market. */
  readonly hasCorrections?: boolean
}): MarketReader {
  const { marketDays } = dealLog
  const corrections = createCorrections(marketDays.spot)
  const versions = {
    spot: { live: createVersion(), delayed: createVersion() },
    nextday: { live: createVersion(), delayed: createVersion() },
  }
  const getTrmFixedAt = createTrmFixedAt()
  const source: MarketDaySource = { ...createDaySource(dealLog), certifiedTrms: feeds.certifiedTrms }
  const days = createMarketDayReader(source)

  const findCurrentDay = (market: Market) => tradingDayOnOrBefore(market, toDate(marketDays[market].now))
  const toVisibleInstant = (market: Market, delay: number): Instant => visibleUntil(marketDays[market].now, delay)
  const toDayView = ({ market, date, delay }: DelayedDay): DayView => ({
    market,
    date,
    until: toVisibleInstant(market, delay),
  })
  const toCurrentView = (market: Market, delay: number): DayView =>
    toDayView({ market, date: findCurrentDay(market), delay })

  /** Finds the audience view with this delay; null for other delays. */
  function findView(market: Market, delay: number) {
    const { live, delayed } = marketDays[market].views
    if (delay === live.delay) return live
    return delay === delayed.delay ? delayed : null
  }

  function version(market: Market, delay: number): string {
    const { currentDate, revision, now: marketNow } = marketDays[market]
    const view = findView(market, delay)
    // The TRM becomes fixed without an event, when the delayed time reaches this instant.
    const isFixed = toVisibleInstant(market, delay) >= getTrmFixedAt(currentDate)
    const trmVersion = feeds.trmVersion()
    if (view === null)
      return toVersion(currentDate, revision, `${Math.floor(marketNow / SECOND_MS)} s`, isFixed, trmVersion)
    return versions[market][delay === 0 ? 'live' : 'delayed'](currentDate, revision, view.version, isFixed, trmVersion)
  }

  /** Whether only late reports can still change a day. A late report increases the revision. */
  const isClosed = ({ market, date, delay }: DelayedDay) =>
    date < marketDays[market].currentDate && toVisibleInstant(market, delay) >= lastChangeAt(market, date)

  const readCachedCandles = createVersionedCache<PeriodCandles>(MAX_CACHED_CANDLES)

  /** All charts of a period share the same candles. */
  const createReadCandles =
    (delay: number): ReadPeriodCandles =>
    (request, warmUp) => {
      const { market, period, narrow, interval = null } = request
      const key = `${market} ${period} ${narrow} ${interval} ${warmUp} ${delay}`
      return readCachedCandles(key, version(market, delay), () => readPeriodCandles(source, request, warmUp))
    }

  const readCachedHistory = createVersionedCache<TrmHistory>(MAX_CACHED_HISTORIES)

  const readWholeTrmHistory = (delay: number) =>
    readCachedHistory(String(delay), version('spot', delay), () =>
      days.trmHistory(ALL_DAYS, toVisibleInstant('spot', delay)),
    )

  return {
    now,
    version,
    trmVersion: feeds.trmVersion,
    isTrmCertified: (date) => findCertifiedTrm(feeds.certifiedTrms(), date) !== null,
    trmInForce: days.trmInForce,

    findTradingDay: (market, requested) =>
      days.findTradingDay({ market, date: requested, today: toDate(marketDays[market].now) }),

    dayEntry(day) {
      const { market, date, delay } = day
      if (!isClosed(day)) return { key: `${market} ${date} ${delay}`, version: version(market, delay) }
      const { currentDate, revision } = marketDays[market]
      return { key: `${market} ${date}`, version: `${currentDate} ${revision} ${feeds.trmVersion()}` }
    },

    isAudienceDelay: (delay) => findView('spot', delay) !== null,

    closeAndAverage: (view) => days.closeAndAverage(toDayView(view)),
    amounts: (view) => days.amounts(toDayView(view)),
    prices: (view) => days.prices(toDayView(view)),

    async intraday({ market, date, delay }) {
      const recentDays = marketDays[market]
      const tape = recentDays.find(date)?.counted ?? (await archive.day(market, date, recentDays.findStoredDay(date)))
      const sequence = date === recentDays.currentDate ? (findView(market, delay)?.lastId ?? null) : null
      return intradaySeries(tape, tape.countAt(toVisibleInstant(market, delay)), sequence)
    },

    hasDealsInMemory: (market, date) =>
      date === findCurrentDay(market) || marketDays[market].find(date) !== null || archive.has(market, date),

    spotFigures: (date, until) => days.figures({ market: 'spot', date, until }),
    lastSpot: (delay) => days.priceAndPreviousClose(toCurrentView('spot', delay)),

    trmNow(delay) {
      const until = toVisibleInstant('spot', delay)
      const latest = hasCorrections ? corrections.latest() : []
      const trmNow = days.trmNow({ today: toDate(marketDays.spot.now), until })
      return latest.length === 0 ? trmNow : { ...trmNow, corrections: latest }
    },
    correctionsOf: (date) => (hasCorrections ? corrections.ofDay(date) : []),
    trmHistory: (range, delay) => selectTrmHistory(readWholeTrmHistory(delay), range),

    statistics: (sector, delay) =>
      days.statistics(sector, { today: toDate(marketDays.spot.now), until: toVisibleInstant('spot', delay) }),

    days(range, delay) {
      const moment = { today: toDate(marketDays.spot.now), until: toVisibleInstant('spot', delay) }
      const list = days.days(range, moment)
      if (!hasCorrections) return list
      const addCorrections = (day: Day): Day => {
        const ofDay = corrections.ofDay(day.date)
        return ofDay.length === 0 ? day : { ...day, corrections: ofDay }
      }
      return { ...list, days: list.days.map(addCorrections) }
    },

    knownDays: () => ({ first: findFirstDay(source), today: toDate(marketDays.spot.now) }),

    daysVersion: createReadDaysVersion({ marketDays, trmVersion: feeds.trmVersion, trmInForce: days.trmInForce }),

    periodChart({ lastDay, ...query }, delay) {
      const view = toCurrentView(query.market, delay)
      // Callers keep the points of an earlier period and seldom ask for the same ones: they are not cached.
      return lastDay !== undefined && lastDay < view.date
        ? readPeriodChart(source, { ...query, ...view, date: lastDay })
        : readPeriodChart(source, { ...query, ...view }, createReadCandles(delay))
    },
  }
}

/** Reads days in memory with their deals, and all other days as summaries. */
const createDaySource = ({ marketDays }: DealLog): MarketDaySource => ({
  firstDay: (market) =>
    [...marketDays[market].storedDays().slice(0, 1), ...marketDays[market].daysInMemory().slice(0, 1)]
      .map(({ date }) => date)
      .sort()[0] ?? null,
  tradingDay: (market, date) => marketDays[market].find(date),
  summary: (market, date) => marketDays[market].findStoredDay(date),
})
