import { type FirstViewSource, toFirstValue } from '#src/application/market/first-view.ts'
import { createMarketStatusView } from '#src/application/market/market-status.ts'
import { downloadedText } from '#src/application/market/statistics-messages.ts'
import type { TrmDeps } from '#src/application/market/trm.ts'
import { TRM_FILE_TITLES } from '#src/application/market/trm-messages.ts'
import { createListView, type ListView } from '#src/application/platform/list.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import { combine, createState, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceState } from '#src/application/platform/resource.ts'
import type { Ports } from '#src/application/ports.ts'
import { toCsv } from '#src/domain/csv.ts'
import type { ListRules } from '#src/domain/list.ts'
import { type BogotaDate, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { computeMove, type Move } from '#src/domain/trading/move.ts'
import { roundToCentavo } from '#src/domain/trading/rounding.ts'
import { DEFAULT_TRM_CHOICE, type TrmSpan, toTrmSpanRange } from '#src/domain/trading/trm-choice.ts'
import type { TrmHistory, TrmPeriod } from '#src/domain/trading/trm-periods.ts'

/** A fixed TRM does not change; the interval finds the TRM of a new day. */
const HISTORY_REFRESH_MS = 5 * MINUTE_MS

const ROWS_PER_PAGE = 20

export const TRM_COLUMNS = ['from', 'value', 'change', 'percent'] as const
export type TrmColumn = (typeof TRM_COLUMNS)[number]

/** Returns the change from the previous TRM; null for the first TRM. */
export const toTrmMove = ({ previous, value }: TrmPeriod): Move | null => computeMove(previous, value)

const toSortKey = (row: TrmPeriod, column: TrmColumn) => {
  if (column === 'from' || column === 'value') return row[column]
  const move = toTrmMove(row)
  return move && (column === 'change' ? move.pesos : move.percent)
}

const RULES: ListRules<TrmPeriod, TrmColumn> = {
  toId: ({ from }) => from,
  toTexts: () => [],
  columns: TRM_COLUMNS,
  toKey: toSortKey,
  filters: {},
  pageSize: ROWS_PER_PAGE,
}

export interface TrmHistoryState {
  readonly history: ResourceState<TrmHistory>
  /** Today in Bogotá. */
  readonly today: BogotaDate
  /** True if the browser refused the last download. */
  readonly downloadFailed: boolean
}

/** The history of the TRM over a span: its chart, and its table with the latest TRM first (D67). */
export interface TrmHistoryView extends Readable<TrmHistoryState> {
  readonly list: ListView<TrmPeriod, TrmColumn>
  /** Loads the history now. */
  retry(): void
  /** Saves these rows as a CSV file. */
  download(rows: readonly TrmPeriod[]): void
}

interface Deps extends TrmDeps, FirstViewSource, Pick<Ports, 'downloads'> {
  readonly toasts: Pick<Toasts, 'show'>
}

/** Formats the rows as a CSV file; the value and its change in pesos, and the change in percent. */
export const trmCsv = (rows: readonly TrmPeriod[]): string =>
  toCsv([
    TRM_FILE_TITLES,
    ...rows.map((row) => {
      const move = toTrmMove(row)
      return [row.from, row.until, row.value, move?.pesos ?? null, move && roundToCentavo(move.percent)]
    }),
  ])

/** `trm-2026-05-21-a-2026-11-23.csv`, from the first to the last day in the rows. */
function formatFileName(rows: readonly TrmPeriod[]): string {
  const days = rows.flatMap(({ from, until }) => [from, until]).sort()
  return `trm-${days[0]}-a-${days.at(-1)}.csv`
}

/** Whether the server renders this history into its pages. */
const isInPage = (span: TrmSpan, delay: number) => span === DEFAULT_TRM_CHOICE.span && delay === VISITOR_DELAY_MINUTES

/** `delay` in minutes. */
export function createTrmHistoryView(deps: Deps, span: TrmSpan, delay: number): TrmHistoryView {
  const status = createMarketStatusView(deps, 'spot')
  const history = createResource(
    deps,
    {
      load: (signal) => deps.market.trmHistory(toTrmSpanRange(span, status.getSnapshot().today), signal),
      interval: HISTORY_REFRESH_MS,
    },
    {
      first: isInPage(span, delay) ? toFirstValue(deps.readFirstView(), 'trmHistory') : null,
      reloadOn: combine({ status }, (parts) => ({ today: parts.status.today })),
    },
  )
  // In two steps: the rows change with the value only, not when a load starts.
  const loaded = combine({ history }, (parts) => ({ value: parts.history.value }))
  const latestFirst = combine({ loaded }, (parts) => ({ value: parts.loaded.value?.periods.toReversed() ?? null }))
  const list = createListView(RULES, { source: latestFirst })
  const lastDownload = createState({ failed: false })

  const view = combine(
    { history, status, lastDownload },
    (parts): TrmHistoryState => ({
      history: parts.history,
      today: parts.status.today,
      downloadFailed: parts.lastDownload.failed,
    }),
  )

  return {
    ...view,
    list,
    retry: history.retry,
    download(rows) {
      const name = formatFileName(rows)
      const saved = deps.downloads.save({ name, type: 'text/csv;charset=utf-8', text: trmCsv(rows) })
      if (saved) deps.toasts.show(downloadedText(name))
      lastDownload.set({ failed: !saved })
    },
  }
}
