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
import type { Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceState } from '#src/application/platform/resource.ts'
import type { Ports } from '#src/application/ports.ts'
import { statisticsRefresh } from '#src/domain/live/refresh-policy.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { SECTORS, type Sector, VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'

export type SectorRows = ResourceState<readonly StatisticsRow[]>

/** What the statistics page shows (§2.4). */
export interface StatisticsState {
  readonly head: MarketHead
  readonly holiday: HolidayNotice
  readonly tables: Readonly<Record<Sector, SectorRows>>
  /** Refresh interval of the tables in ms. */
  readonly interval: number
  /** As in `DataAge`. */
  readonly reconnected: boolean
}

export interface StatisticsView extends Readable<StatisticsState> {
  /** Loads both tables now. */
  retry(): void
  dismissReconnected(): void
}

export type StatisticsViewDeps = HolidayNoticeDeps & FirstViewSource & Pick<Ports, 'market'>

const FIRST_VIEW_PARTS = { 1: 'sector1', 2: 'sector2' } as const satisfies Record<Sector, string>

type Times = Pick<SectorRows, 'updatedAt' | 'receivedAt'>

const NO_TIMES: Times = { updatedAt: null, receivedAt: null }

/** Returns the arrival times of the older loaded table; null times before the first load. */
export const oldestTimes = (tables: readonly Times[]): Times =>
  tables.reduce<Times>(
    (oldest, table) => ((table.updatedAt ?? Infinity) < (oldest.updatedAt ?? Infinity) ? table : oldest),
    NO_TIMES,
  )

const laterDate = (one: BogotaDate | null, other: BogotaDate) => (one !== null && one > other ? one : other)

/** Returns the latest date in the tables; null without rows. */
export const latestDate = (tables: readonly Pick<SectorRows, 'value'>[]): BogotaDate | null =>
  tables.flatMap(({ value }) => value?.map(({ date }) => date) ?? []).reduce<BogotaDate | null>(laterDate, null)

/** Creates the view of both sectors' tables; `delay` in minutes. */
export function createStatisticsView(deps: StatisticsViewDeps, delay: number): StatisticsView {
  // The server renders tables into the page only for visitors.
  const first = delay === VISITOR_DELAY_MINUTES ? deps.readFirstView() : null
  const interval = statisticsRefresh(delay)
  // The tables contain both markets. The next day market trades longer and on more days.
  const status = createMarketStatusView(deps, 'nextday')
  const holiday = createHolidayNotice(deps, createMarketStatusView(deps, 'spot'), 'spot', first)
  const createSectorResource = (sector: Sector) =>
    createResource(
      deps,
      { load: (signal) => deps.market.statistics(sector, signal), interval },
      { first: toFirstValue(first, FIRST_VIEW_PARTS[sector]) },
    )
  const resources = { 1: createSectorResource(1), 2: createSectorResource(2) } as const
  const bothTables = SECTORS.map((sector) => resources[sector])
  const readBothTables = () => bothTables.map((table) => table.getSnapshot())
  const age = createDataAge(deps, bothTables, () => ({ ...oldestTimes(readBothTables()), interval }))

  const head = createDerivedView<MarketHead>(() => {
    const { freshness, receivedAt } = age.getSnapshot()
    return {
      market: 'nextday',
      status: status.getSnapshot(),
      tradingDay: latestDate(readBothTables()),
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
      const unsubscribes = [status, holiday, ...bothTables, age].map(
        (source) => source.subscribe(view.refresh).unsubscribe,
      )
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
  )

  return {
    subscribe: view.subscribe,
    getSnapshot: view.getSnapshot,
    retry() {
      for (const { retry } of bothTables) retry()
    },
    dismissReconnected: age.dismissReconnected,
  }
}
