import { type FirstViewSource, toFirstValue } from '#src/application/market/first-view.ts'
import {
  createHolidayNotice,
  type HolidayNotice,
  type HolidayNoticeDeps,
} from '#src/application/market/holiday-notice.ts'
import type { MarketHead } from '#src/application/market/market-state-messages.ts'
import { createMarketStatusView } from '#src/application/market/market-status.ts'
import { createDataAge } from '#src/application/platform/data-age.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import { createResource, type ResourceState } from '#src/application/platform/resource.ts'
import type { View } from '#src/application/platform/view.ts'
import type { Ports } from '#src/application/ports.ts'
import { statisticsRefresh } from '#src/domain/live/refresh-policy.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { SECTORS, type Sector, VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'

export type SectorRows = ResourceState<readonly StatisticsRow[]>

/** What the statistics screen shows (§2.4). */
export interface StatisticsState {
  readonly head: MarketHead
  readonly holiday: HolidayNotice
  readonly tables: Readonly<Record<Sector, SectorRows>>
  /** How often the tables are refreshed, in ms. */
  readonly interval: number
  readonly reconnected: boolean
}

export interface StatisticsView extends View<StatisticsState> {
  /** Loads both tables at once. */
  retry(): void
  dismissReconnected(): void
}

export type StatisticsViewDeps = HolidayNoticeDeps & FirstViewSource & Pick<Ports, 'market'>

const FIRST_TABLES = { 1: 'sector1', 2: 'sector2' } as const satisfies Record<Sector, string>

type Times = Pick<SectorRows, 'updatedAt' | 'receivedAt'>

const NO_TIMES: Times = { updatedAt: null, receivedAt: null }

/** When the older of the loaded tables arrived. */
export const oldestTimes = (tables: readonly Times[]): Times =>
  tables.reduce<Times>(
    (oldest, table) => ((table.updatedAt ?? Infinity) < (oldest.updatedAt ?? Infinity) ? table : oldest),
    NO_TIMES,
  )

const laterDate = (one: BogotaDate | null, other: BogotaDate) => (one !== null && one > other ? one : other)

/** The latest date in the tables, null while they are empty. */
export const latestDate = (tables: readonly Pick<SectorRows, 'value'>[]): BogotaDate | null =>
  tables.flatMap(({ value }) => value?.map(({ date }) => date) ?? []).reduce<BogotaDate | null>(laterDate, null)

/** The tables of both sectors, for a client who sees the market `delay` minutes late. */
export function createStatisticsView(deps: StatisticsViewDeps, delay: number): StatisticsView {
  // The server renders only the tables of a visitor into the page.
  const first = delay === VISITOR_DELAY_MINUTES ? deps.youngFirst() : null
  const interval = statisticsRefresh(delay)
  // The tables have both markets; next day trades longer and on more days.
  const status = createMarketStatusView(deps, 'nextday')
  const holiday = createHolidayNotice(deps, createMarketStatusView(deps, 'spot'), 'spot', first)
  const table = (sector: Sector) =>
    createResource(
      deps,
      { load: (signal) => deps.market.statistics(sector, signal), interval },
      { first: toFirstValue(first, FIRST_TABLES[sector]) },
    )
  const resources = { 1: table(1), 2: table(2) } as const
  const both = SECTORS.map((sector) => resources[sector])
  const readBoth = () => both.map((resource) => resource.getSnapshot())
  const age = createDataAge(deps, both, () => ({ ...oldestTimes(readBoth()), interval }))

  const head = createDerivedView<MarketHead>(() => {
    const { freshness, receivedAt } = age.getSnapshot()
    return {
      market: 'nextday',
      status: status.getSnapshot(),
      tradingDay: latestDate(readBoth()),
      freshness,
      receivedAt,
    }
  })
  const tables = createDerivedView(() => ({ 1: resources[1].getSnapshot(), 2: resources[2].getSnapshot() }))

  const view = createDerivedView<StatisticsState>(
    () => ({
      head: head.getSnapshot(),
      holiday: holiday.getSnapshot(),
      tables: tables.getSnapshot(),
      interval,
      reconnected: age.getSnapshot().reconnected,
    }),
    () => {
      const stops = [status, holiday, ...both, age].map((source) => source.subscribe(view.refresh))
      return () => {
        for (const stop of stops) stop()
      }
    },
  )

  return {
    subscribe: view.subscribe,
    getSnapshot: view.getSnapshot,
    retry() {
      for (const { retry } of both) retry()
    },
    dismissReconnected: age.dismissReconnected,
  }
}
