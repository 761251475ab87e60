import { createChartFiles } from '#src/application/market/chart-files.ts'
import { createOverlaysView, type OverlaysOptions } from '#src/application/market/chart-overlays.ts'
import { createRateView } from '#src/application/market/converter.ts'
import { createLiveMarketView, type LiveMarketOptions } from '#src/application/market/dashboard.ts'
import { createComparedDayView, createDayView } from '#src/application/market/day.ts'
import { createDeskView } from '#src/application/market/desk.ts'
import { createDrawingsView } from '#src/application/market/drawings.ts'
import type { FirstViewSource } from '#src/application/market/first-view.ts'
import { createMonthView } from '#src/application/market/month.ts'
import { createHistoryStart } from '#src/application/market/other-date.ts'
import { createPeriodChartView, type PeriodChartOptions } from '#src/application/market/period-chart.ts'
import { createPeriodOverlaysView, type PeriodOverlaysOptions } from '#src/application/market/period-overlays.ts'
import type { MarketPorts, VisitorPorts } from '#src/application/market/ports.ts'
import { createQuotesView } from '#src/application/market/quotes.ts'
import {
  createStatisticsTables,
  createStatisticsView,
  type StatisticsView,
} from '#src/application/market/statistics.ts'
import { createTrmHistoryView, createTrmLookupView, createTrmView } from '#src/application/market/trm.ts'
import type { Announcer, Toasts } from '#src/application/platform/notices.ts'
import type { PagePorts, PlatformPorts } from '#src/application/platform/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import type { ClientSessionState } from '#src/domain/identity/session.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { Month } from '#src/domain/trading/days.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { TrmSpan } from '#src/domain/trading/trm-choice.ts'

interface MarketDeps
  extends PlatformPorts,
    MarketPorts,
    VisitorPorts,
    FirstViewSource,
    Pick<PagePorts, 'frames' | 'downloads'> {
  readonly clientSession: Readable<ClientSessionState>
  readonly verifySession: (reason: string | null) => Promise<void>
  readonly announcer: Announcer
  readonly toasts: Toasts
}

/** The views of the market beyond the home. `delay` is in minutes. */
export const createMarket = (deps: MarketDeps) => ({
  createLiveMarket: (options: LiveMarketOptions) => createLiveMarketView(deps, options),
  /** `interval` is the poll interval in ms. */
  createQuotes: (interval: number) => createQuotesView(deps, interval),
  createDesk: () => createDeskView(deps),
  createPeriodChart: (options: PeriodChartOptions) => createPeriodChartView(deps, options),

  createOverlays: (options: OverlaysOptions) => createOverlaysView(deps, options),
  createHistoryStart: () => createHistoryStart(deps),
  createPeriodOverlays: (options: PeriodOverlaysOptions) => createPeriodOverlaysView(deps, options),
  createDrawings: (market: Market) => createDrawingsView(deps, market),
  createChartFiles: () => createChartFiles(deps),

  createStatistics: (delay: number) => createStatisticsView(deps, delay),
  createStatisticsTables: (statistics: StatisticsView) => createStatisticsTables(deps, statistics),

  createRate: (query: Parameters<typeof createRateView>[1]) => createRateView(deps, query),
  createDay: (date: BogotaDate, delay: number) => createDayView(deps, date, delay),
  createComparedDay: (date: BogotaDate) => createComparedDayView(deps, date),
  createMonth: (month: Month, delay: number) => createMonthView(deps, month, delay),

  createTrm: (delay: number) => createTrmView(deps, delay),
  createTrmHistory: (span: TrmSpan, delay: number) => createTrmHistoryView(deps, span, delay),
  createTrmLookup: (date: BogotaDate) => createTrmLookupView(deps, date),
})

export type MarketViews = ReturnType<typeof createMarket>
