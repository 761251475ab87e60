import { createDownloadStatistics } from '#src/application/market/download-statistics.ts'
import { downloadedText, STATISTICS_COLUMN_TITLES } from '#src/application/market/statistics-messages.ts'
import type { StatisticsState } from '#src/application/market/statistics-view.ts'
import type { Announcer } from '#src/application/platform/announcer.ts'
import { sortedText } from '#src/application/platform/list-messages.ts'
import { createListView, type ListSnapshot } from '#src/application/platform/list-view.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import type { Toasts } from '#src/application/platform/toasts.ts'
import { createSubscribers } from '#src/application/platform/view.ts'
import type { Ports } from '#src/application/ports.ts'
import type { ListRules } from '#src/domain/list/list.ts'
import { SECTORS, type Sector } from '#src/domain/trading/market.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'
import { STATISTICS_COLUMNS, type StatisticsColumn, statisticsKey } from '#src/domain/trading/statistics-columns.ts'

export type StatisticsList = ListSnapshot<StatisticsRow, StatisticsColumn>

export interface StatisticsTablesState {
  /** The sorted rows of each sector. */
  readonly lists: Readonly<Record<Sector, StatisticsList>>
  /** True if the browser refused the last download. */
  readonly downloadFailed: boolean
}

/** The tables of both sectors (§2.4). Each is sorted and downloaded separately. */
export interface StatisticsTables extends Readable<StatisticsTablesState> {
  /** Changes the order of one table and announces the new order. */
  sort(sector: Sector, column: StatisticsColumn): void
  /** Saves the sorted rows of one table as a CSV file. */
  download(sector: Sector): void
}

interface Deps extends Pick<Ports, 'downloads' | 'marketClock'> {
  readonly announcer: Pick<Announcer, 'announce'>
  readonly toasts: Pick<Toasts, 'show'>
}

export const toStatisticsId = ({ market, term, date }: StatisticsRow): string => `${market} ${term} ${date}`

const RULES: ListRules<StatisticsRow, StatisticsColumn> = {
  toId: toStatisticsId,
  toTexts: () => [],
  columns: STATISTICS_COLUMNS,
  toKey: statisticsKey,
  filters: {},
  pageSize: Number.MAX_SAFE_INTEGER,
}

/** Creates the tables; `statistics` provides the rows. */
export function createStatisticsTables(
  deps: Deps,
  statistics: Readable<Pick<StatisticsState, 'tables'>>,
): StatisticsTables {
  const { announcer, toasts } = deps
  const downloadStatistics = createDownloadStatistics(deps)
  const lists = { 1: createListView(RULES), 2: createListView(RULES) } as const
  let downloadFailed = false
  let state = readState()

  function readState(): StatisticsTablesState {
    const { tables } = statistics.getSnapshot()
    for (const sector of SECTORS) lists[sector].setRows(tables[sector].value)
    return { lists: { 1: lists[1].getSnapshot(), 2: lists[2].getSnapshot() }, downloadFailed }
  }
  function update() {
    state = readState()
    subscribers.notify()
  }
  const subscribers = createSubscribers(() => {
    const unsubscribe = statistics.subscribe(update).unsubscribe
    state = readState()
    return unsubscribe
  })

  return {
    getSnapshot: () => state,
    subscribe: subscribers.subscribe,
    sort(sector, column) {
      lists[sector].sort(column)
      announcer.announce(sortedText(lists[sector].getSnapshot().order, STATISTICS_COLUMN_TITLES[column]))
      update()
    },
    download(sector) {
      const file = downloadStatistics(sector, lists[sector].matchingRows())
      downloadFailed = file === null
      if (file !== null) toasts.show(downloadedText(file))
      update()
    },
  }
}
