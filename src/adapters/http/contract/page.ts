import type { ConfigReply } from '#src/adapters/http/contract/config.ts'
import type { IntradayReply } from '#src/adapters/http/contract/market/charts.ts'
import type { DaysReply } from '#src/adapters/http/contract/market/days.ts'
import type {
  AmountsReply,
  CloseAndAverageReply,
  PricesReply,
  StatisticsReply,
} from '#src/adapters/http/contract/market/market.ts'
import type { FeedsReply, IndexSeriesReply, NewsReply } from '#src/adapters/http/contract/market/quotes.ts'
import type { TrmHistoryReply, TrmNowReply } from '#src/adapters/http/contract/market/trm.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import type { DayRange, Month } from '#src/domain/trading/days.ts'

/** The replies that a rendered page can contain, for a visitor (D17). Tables are HTML. */
export interface PageReplies {
  readonly close: CloseAndAverageReply
  readonly prices: PricesReply
  readonly amounts: AmountsReply
  // These three are of the previous trading day, and shown until the first deal of the day.
  readonly previousClose: CloseAndAverageReply
  readonly previousPrices: PricesReply
  readonly previousIntraday: IntradayReply
  readonly intraday: IntradayReply
  readonly currencies: string
  readonly stocks: string
  readonly indices: string
  readonly indexSeries: IndexSeriesReply
  readonly news: NewsReply
  readonly feeds: FeedsReply
  readonly usHoliday: boolean
  readonly trm: TrmNowReply
  /** The TRMs of the default span of the TRM page. */
  readonly trmHistory: TrmHistoryReply
  readonly days: DaysReply
  readonly dayIntraday: IntradayReply
  readonly sector1: StatisticsReply
  readonly sector2: StatisticsReply
}

export type PagePart = keyof PageReplies

/** The replies at one instant. A part without data is missing. */
export interface PageMarket {
  readonly marketTime: Instant
  /** The reference date of the replies (D1). */
  readonly date: BogotaDate
  /** The days of the page of a day or a month; null for another page. */
  readonly range: DayRange | null
  readonly replies: Partial<PageReplies>
}

export interface PageRequest {
  /** The path of a route, an `address` that `findPage` returned. */
  readonly address: string
  readonly config: ConfigReply
  readonly market: PageMarket
  /** When the page is rendered, on the real clock. */
  readonly renderedAt: Instant
}

export interface RenderedPage {
  readonly title: string
  /** The markup of the portal's root element. */
  readonly html: string
  /** The JSON of the page's data, escaped for a script element. */
  readonly data: string
}

/** The day of an address, or a month; the month is null in the address of the current month. */
export type PageDays = { readonly date: BogotaDate } | { readonly month: Month | null }

/** A page that the server renders; `address` is the path of its route. Paths may share a page. */
export interface FoundPage {
  readonly address: string
  /** The day or the month of the address; null for a page without one. */
  readonly days: PageDays | null
  /** The parts that the page contains. */
  readonly parts: readonly PagePart[]
  /** Source modules with style sheets that the page needs in addition to the portal's. */
  readonly modules: readonly string[]
}

/**
 * Renders pages for visitors. The portal's build implements it; the server imports only this
 * interface.
 */
export interface PageRenderer {
  /** The source modules with style sheets of all pages. */
  readonly modules: readonly string[]
  /** Finds the page of a path; null for a page that only the browser can render. */
  findPage(path: string, config: ConfigReply): FoundPage | null
  /** Rejects when the page cannot be rendered. */
  render(request: PageRequest): Promise<RenderedPage>
}

/** A request to the thread that renders pages. */
export interface RenderTask {
  readonly id: number
  readonly request: PageRequest
}

/** The result of the task with the same id. */
export type RenderReply =
  | { readonly id: number; readonly page: RenderedPage }
  | { readonly id: number; readonly error: unknown }

/** Id of the element with the page's data. */
export const PAGE_DATA_ID = 'datos'
