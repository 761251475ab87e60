import { type DayDeps, findDaysInPage, isSeenAsInPage, TODAY_REFRESH_MS } from '#src/application/market/day.ts'
import { DAY_FIGURES, FIGURE_TITLES, toMarketTitle } from '#src/application/market/day-text.ts'
import { createMarketStatusView } from '#src/application/market/market-status.ts'
import { downloadedText } from '#src/application/market/statistics.ts'
import { createListView, type ListView } from '#src/application/platform/list.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import type { PagePorts } from '#src/application/platform/ports.ts'
import { combine, createState, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceState } from '#src/application/platform/resource.ts'
import { toCsv } from '#src/domain/csv.ts'
import { ALL_ROWS, type ListRules } from '#src/domain/list.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { isBusinessDay } from '#src/domain/trading/calendar.ts'
import {
  addMonths,
  type Day,
  type DayFigures,
  type DayList,
  type DayRange,
  hasBusinessDay,
  type Month,
  toMonth,
  toMonthRange,
} from '#src/domain/trading/days.ts'
import { MARKETS } from '#src/domain/trading/market.ts'

/** The columns of the table, of the spot market. */
export const MONTH_COLUMNS = ['date', 'open', 'low', 'high', 'close', 'trm', 'amount'] as const
export type MonthColumn = (typeof MONTH_COLUMNS)[number]

/** The figures of a row: those of spot, on US holidays those of next day (D2). */
export const toRowFigures = ({ spot, nextday }: Day): DayFigures | null => spot ?? nextday

const RULES: ListRules<Day, MonthColumn> = {
  toId: ({ date }) => date,
  toTexts: () => [],
  columns: MONTH_COLUMNS,
  toKey: (day, column) => (column === 'date' || column === 'trm' ? day[column] : (toRowFigures(day)?.[column] ?? null)),
  filters: {},
  pageSize: ALL_ROWS,
}

/** The months next to a month, within the history; null if there is none. */
interface NeighbourMonths {
  readonly previous: Month | null
  readonly next: Month | null
}

/** The state of the table of a month (D123). */
export interface MonthState {
  readonly days: ResourceState<DayList>
  readonly neighbours: NeighbourMonths
  /** Whether the file of the year has rows; until the days are loaded, whether the year has begun. */
  readonly hasYear: boolean
  /** True while the days of the year are loaded for its file. */
  readonly isLoadingYear: boolean
  /** Which file was not saved; null after a success. */
  readonly failedFile: 'month' | 'year' | null
}

export interface MonthView extends Readable<MonthState> {
  /** The business days of the month, the last first. */
  readonly list: ListView<Day, MonthColumn>
  /** Saves these rows as a CSV file. */
  download(rows: readonly Day[]): void
  /** Loads the days of the year, and saves them as a CSV file. */
  downloadYear(): Promise<void>
}

interface MonthDeps extends DayDeps, Pick<PagePorts, 'downloads'> {
  readonly toasts: Pick<Toasts, 'show'>
}

/** Days with a market, the last first: the rows of the table and of its files. */
const selectBusinessDays = (days: readonly Day[]): readonly Day[] =>
  days.filter(({ date }) => isBusinessDay(date)).toReversed()

/** Formats the days as a CSV file, with the figures of both markets. */
export const daysCsv = (days: readonly Day[]): string =>
  toCsv([
    [
      'Fecha',
      'TRM',
      ...MARKETS.flatMap((market) =>
        DAY_FIGURES.map((figure) => `${FIGURE_TITLES[figure]} (${toMarketTitle(market).toLowerCase()})`),
      ),
    ],
    ...days.map((day) => [
      day.date,
      day.trm,
      ...MARKETS.flatMap((market) => DAY_FIGURES.map((figure) => day[market]?.[figure] ?? null)),
    ]),
  ])

const toYearRange = (month: Month): DayRange => {
  const year = month.slice(0, 4)
  return { from: `${year}-01-01`, until: `${year}-12-31` }
}

/** Before the days are loaded, `days` is null. */
function hasYearFile(month: Month, days: DayList | null, today: BogotaDate): boolean {
  if (days !== null && days.first === null) return false
  return hasBusinessDay(toYearRange(month), { first: days?.first ?? null, today })
}

function findNeighbourMonths(month: Month, first: BogotaDate | null, today: BogotaDate): NeighbourMonths {
  if (first === null) return { previous: null, next: null }
  // An address before the history or after today leads to its first or last month.
  const [previous = month] = [addMonths(month, -1), toMonth(today)].sort()
  const [, next = month] = [addMonths(month, 1), toMonth(first)].sort()
  return { previous: previous >= toMonth(first) ? previous : null, next: next <= toMonth(today) ? next : null }
}

/** `delay` in minutes. */
export function createMonthView(deps: MonthDeps, month: Month, delay: number): MonthView {
  const { downloads, market, toasts } = deps
  const status = createMarketStatusView(deps, 'spot')
  const { today } = status.getSnapshot()
  const range = toMonthRange(month)
  const days = createResource(
    deps,
    { load: (signal) => market.days(range, signal), interval: range.until < today ? null : TODAY_REFRESH_MS },
    { first: isSeenAsInPage(range, today, delay) ? findDaysInPage(deps.readFirstView(), range) : null },
  )
  // In two steps: the rows change with the value only, not when a load starts.
  const loaded = combine({ days }, (parts) => ({ value: parts.days.value }))
  const lastFirst = combine({ loaded }, (parts) => ({
    value: parts.loaded.value && selectBusinessDays(parts.loaded.value.days),
  }))
  const list = createListView(RULES, { source: lastFirst })
  const files = createState<Pick<MonthState, 'isLoadingYear' | 'failedFile'>>({
    ...{ isLoadingYear: false, failedFile: null },
  })

  function save(name: string, rows: readonly Day[]): boolean {
    const saved = downloads.save({ name, type: 'text/csv;charset=utf-8', text: daysCsv(rows) })
    if (saved) toasts.show(downloadedText(name))
    return saved
  }

  const view = combine(
    { days, status, files },
    (parts): MonthState => ({
      days: parts.days,
      neighbours: findNeighbourMonths(month, parts.days.value?.first ?? null, parts.status.today),
      hasYear: hasYearFile(month, parts.days.value, parts.status.today),
      ...parts.files,
    }),
  )

  return {
    ...view,
    list,
    download(rows) {
      files.set({ ...files.getSnapshot(), failedFile: save(`dolar-${month}.csv`, rows) ? null : 'month' })
    },
    async downloadYear() {
      if (files.getSnapshot().isLoadingYear) return
      files.set({ isLoadingYear: true, failedFile: null })
      const result = await market.days(toYearRange(month))
      const saved = result.ok && save(`dolar-${month.slice(0, 4)}.csv`, selectBusinessDays(result.value.days))
      files.set({ isLoadingYear: false, failedFile: saved ? null : 'year' })
    },
  }
}
