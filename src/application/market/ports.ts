import type { CallFailure } from '#src/domain/call.ts'
import type { ChartView } from '#src/domain/charting/chart-view.ts'
import type { IntervalName, Period } from '#src/domain/charting/intervals.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import type { Setting, SettingName } from '#src/domain/identity/settings.ts'
import type { StreamEvent } from '#src/domain/live/stream-event.ts'
import type { FeedStatuses } from '#src/domain/quotes/feeds.ts'
import type { NewsItem } from '#src/domain/quotes/news.ts'
import type { CurrencyQuote, IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import type { Result } from '#src/domain/result.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { DayList, DayRange } from '#src/domain/trading/days.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices, Market, Sector } from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'
import type { TrmHistory, TrmNow, TrmRange } from '#src/domain/trading/trm-periods.ts'

/** Selects the figures to load. */
export interface MarketQuery {
  readonly date: BogotaDate
  readonly market: Market
  /** Minutes; 0 is real time. The server may raise the delay (D17). */
  readonly delay: number
}

/** Selects the chart to load. */
export interface ChartQuery {
  readonly view: ChartView
  readonly market: Market
  readonly period: Period
  /**
   * Requests candles of wider intervals, for a narrow page (`bandera` 1). The other views have one
   * interval (§7.1).
   */
  readonly narrow: boolean
  /** The interval that the user chose (D126); absent or null: that of the period. */
  readonly interval?: IntervalName | null
  /** The period ends on the last trading day before this day (D126); absent: on the last trading day. */
  readonly before?: BogotaDate
  /** The reference date. It is the trading day of a response that names no trading day. */
  readonly date: BogotaDate
}

/** A value and its trading day: an earlier day if the requested day has no trading (D2). */
export interface DayValue<T> {
  readonly value: T
  readonly tradingDay: BogotaDate
}

type Reply<T> = Promise<Result<T, CallFailure>>
type DayReply<T> = Reply<DayValue<T>>

/** Dollar figures of one market. An aborted call returns `unreachable`. */
export interface MarketGateway {
  closeAndAverage(query: MarketQuery, signal?: AbortSignal): DayReply<CloseAndAverage>
  prices(query: MarketQuery, signal?: AbortSignal): DayReply<DollarPrices>
  amounts(query: MarketQuery, signal?: AbortSignal): DayReply<DollarAmounts>
  intraday(query: MarketQuery, signal?: AbortSignal): DayReply<IntradaySeries>
  /** Loads the chart of a view. The trading day of the result is the last day of the period. */
  periodChart(query: ChartQuery, signal?: AbortSignal): DayReply<PeriodChart>
  /**
   * The TRM in force today and the next TRM (D67). `delay` in minutes; the server may raise the
   * delay.
   */
  trmNow(delay: number, signal?: AbortSignal): Reply<TrmNow>
  /** The TRMs of a range of calendar days, at most ten years (D67). */
  trmHistory(range: TrmRange, signal?: AbortSignal): Reply<TrmHistory>
  /** The calendar days of a range with their figures (D123), at most a year. */
  days(range: DayRange, signal?: AbortSignal): Reply<DayList>
  /**
   * A sector's rows of the last trading day of each market (D45). They are sorted by market, spot
   * first, then by term. Terms without deals have no row.
   */
  statistics(sector: Sector, signal?: AbortSignal): Reply<readonly StatisticsRow[]>
}

/** Selects a market's events after the event `since`; null requests a snapshot first (D51). */
export interface StreamCursor {
  readonly market: Market
  readonly since: number | null
  /** Needs no deals but the events of now: it may join any connection of the browser (D122). */
  readonly isForNews?: boolean
}

/** The live streams of the markets (D22). */
export interface MarketStream {
  /** Emits the events in their order until the stream ends; the returned function closes it. */
  follow(cursor: StreamCursor, emit: (event: StreamEvent) => void): () => void
}

/** Currencies and the local stock exchange. */
export interface QuotesGateway {
  currencies(signal?: AbortSignal): Reply<readonly CurrencyQuote[]>
  stocks(signal?: AbortSignal): Reply<readonly SecurityQuote[]>
  indices(signal?: AbortSignal): Reply<readonly SecurityQuote[]>
  indexSeries(signal?: AbortSignal): Reply<IndexSeries>
  /** How old the data of each provider is (D53). */
  feeds(signal?: AbortSignal): Reply<FeedStatuses>
}

export interface NewsGateway {
  /** Newest first. */
  latest(signal?: AbortSignal): Reply<readonly NewsItem[]>
}

export interface HolidayGateway {
  /** Whether the day is a US (Federal Reserve) holiday (D2). */
  isUsHoliday(date: BogotaDate, signal?: AbortSignal): Reply<boolean>
}

/** The values that the server can render into a page for a visitor. */
export interface FirstParts {
  readonly close: DayValue<CloseAndAverage>
  readonly prices: DayValue<DollarPrices>
  readonly amounts: DayValue<DollarAmounts>
  /** The previous trading day. The home shows it until the first deal of the day. */
  readonly previousClose: DayValue<CloseAndAverage>
  readonly previousPrices: DayValue<DollarPrices>
  readonly previousIntraday: DayValue<IntradaySeries>
  readonly intraday: DayValue<IntradaySeries>
  readonly currencies: readonly CurrencyQuote[]
  readonly stocks: readonly SecurityQuote[]
  readonly indices: readonly SecurityQuote[]
  readonly indexSeries: IndexSeries
  readonly news: readonly NewsItem[]
  readonly feeds: FeedStatuses
  readonly usHoliday: boolean
  readonly trm: TrmNow
  /** The TRM history over the default span of the TRM page. */
  readonly trmHistory: TrmHistory
  /** The days of the range of the page of a day or a month (D123). */
  readonly days: { readonly range: DayRange; readonly list: DayList }
  /** The deals of the day of the page. */
  readonly dayIntraday: DayValue<IntradaySeries>
  readonly sector1: readonly StatisticsRow[]
  readonly sector2: readonly StatisticsRow[]
}

/** What the client stores for all its browsers (D127). */
export interface SettingsGateway {
  read(name: SettingName, signal?: AbortSignal): Reply<Setting>
  /**
   * Replaces the value. `setting.version` is the version that it replaces: rejected with 409 when
   * another browser has stored a newer one. Returns the setting with its new version.
   */
  write(name: SettingName, setting: Setting, signal?: AbortSignal): Reply<Setting>
}

/** The port by which the browser stores what a visitor would store with an account (D131). */
export interface VisitorPorts {
  readonly visitorSettings: SettingsGateway
}

/** The ports of the market area. */
export interface MarketPorts {
  readonly settings: SettingsGateway
  readonly market: MarketGateway
  readonly marketStream: MarketStream
  readonly quotes: QuotesGateway
  readonly news: NewsGateway
  readonly holidays: HolidayGateway
}
