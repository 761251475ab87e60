import { type FirstView, type FirstViewSource, toFirstValue } from '#src/application/market/first-view.ts'
import type { NoticeText } from '#src/application/market/market-messages.ts'
import { createMarketStatusView, type MarketStatus } from '#src/application/market/market-status.ts'
import type { MarketPorts } from '#src/application/market/ports.ts'
import { downloadedText } from '#src/application/market/statistics.ts'
import { createTrmResource, TRM_IN_FORCE, type TrmDeps } from '#src/application/market/trm-note.ts'
import { createDataAge, type DataAgeDeps } from '#src/application/platform/data-age.ts'
import { createListView, type ListView } from '#src/application/platform/list.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import type { PagePorts } from '#src/application/platform/ports.ts'
import { combine, createState, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceState } from '#src/application/platform/resource.ts'
import { toCsv } from '#src/domain/csv.ts'
import type { ListRules } from '#src/domain/list.ts'
import type { FeedStatuses } from '#src/domain/quotes/feeds.ts'
import type { Result } from '#src/domain/result.ts'
import { formatDayName, formatLongDate, formatShortDate, formatWeekdayAndDay } from '#src/domain/text.ts'
import { type BogotaDate, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { computeMove, type Move } from '#src/domain/trading/figures.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { roundToCentavo } from '#src/domain/trading/rounding.ts'
import { DEFAULT_TRM_CHOICE, type TrmSpan, toTrmSpanRange } from '#src/domain/trading/trm-choice.ts'
import {
  findTrmOn,
  type TrmFailure,
  type TrmHistory,
  type TrmNow,
  type TrmPeriod,
  type TrmRange,
} from '#src/domain/trading/trm-periods.ts'

export const TRM_TITLE = 'Tasa representativa del mercado (TRM)'
export const TRM_INTRO =
  'Promedio ponderado de las operaciones de dólar spot entre intermediarios, vigente desde el día siguiente.'
export const TRM_HISTORY = 'Historia de la TRM'
export const COMPARED_TRM = 'frente a la anterior'

/**
 * The days of a TRM with month and year, for a heading: 'Del sábado 21 al lunes 23 de noviembre de
 * 2026'.
 */
export function formatTrmDates({ from, until }: TrmRange): string {
  const year = until.slice(0, 4)
  if (from === until) return formatLongDate(from)
  return from.slice(0, 7) === until.slice(0, 7)
    ? `Del ${formatWeekdayAndDay(from)} al ${formatDayName(until)} de ${year}`
    : `Del ${formatDayName(from)} al ${formatDayName(until)} de ${year}`
}

/** Note of an estimated TRM; `delay` in minutes. */
export const estimateNote = (delay: number): string =>
  delay === 0
    ? 'Promedio de las operaciones de hoy hasta ahora. Cambia hasta el cierre del mercado.'
    : `Promedio de las operaciones de hoy, con ${delay} minutos de retraso. Cambia hasta el cierre del mercado.`

export const FIXED_TRM_NOTE = 'Con todas las operaciones del día.'

export const NO_NEXT_TRM: NoticeText = {
  lead: 'Aún no hay estimación.',
  rest: 'La próxima TRM se calcula con las operaciones del siguiente día de mercado.',
}

/** The spans of the history, as labels of buttons. */
export const SPAN_NAMES: Readonly<Record<TrmSpan, string>> = { '1m': '1M', '6m': '6M', '1a': '1A', todo: 'Todo' }
/** The spans of the history, for sentences. */
export const SPAN_WORDS: Readonly<Record<TrmSpan, string>> = {
  '1m': 'un mes',
  '6m': 'seis meses',
  '1a': 'un año',
  todo: 'toda la historia',
}

export const NO_TRM_IN_SPAN = 'No hay TRM en este periodo.'

/** Summary of a history in one sentence; the arguments are formatted. */
export const trmSummary = (
  range: Readonly<Record<'from' | 'until' | 'first' | 'last' | 'low' | 'high', string>>,
): string =>
  `Del ${range.from} al ${range.until} la TRM pasó de ${range.first} a ${range.last} pesos, con mínimo de ${range.low} y máximo de ${range.high}.`

/** Headings of the table and of the file. */
export const TRM_COLUMN_TITLES = { from: 'Vigencia', value: 'TRM', change: 'Cambio', percent: 'Variación' } as const
const TRM_FILE_TITLES = ['Desde', 'Hasta', 'TRM', 'Cambio', 'Variación %'] as const

export const TRM_ROWS = { one: 'TRM', many: 'TRM' } as const

export const LOOKUP_TITLE = 'Consultar por fecha'
export const LOOKUP_HINT = 'Cualquier día, también fines de semana y festivos.'
export const LOOKUP_EMPTY = 'Escriba o elija una fecha.'
/** Name of the link to the page of the day. */
export const SEE_DAY = 'Ver el mercado de ese día'
export const LOOKUP_FAILED = 'No pudimos consultar la TRM de esa fecha'

/** The first sentence of a lookup: 'TRM vigente el jueves, 5 de marzo de 2026'. */
export const lookupLead = (date: BogotaDate): string => `${TRM_IN_FORCE} el ${formatLongDate(date).toLowerCase()}`

/** Why a day before the history has no figures. */
export const beforeHistoryText = (first: BogotaDate): string =>
  `No hay datos de esa fecha: la historia empieza el ${formatShortDate(first)}.`

/** Why a day has no TRM. */
export function lookupFailureMessage(failure: TrmFailure): string {
  if (failure.kind === 'unknown') return 'No hay TRM para esa fecha.'
  return failure.kind === 'before-history'
    ? beforeHistoryText(failure.known.from)
    : `Esa fecha aún no tiene TRM: la última fijada rige hasta el ${formatShortDate(failure.known.until)}.`
}

/** The state of the top of the TRM page: the TRM in force and the next one (D67). */
export interface TrmState {
  readonly trm: ResourceState<TrmNow>
  /**
   * How old the data of each provider is (D53). Null before the first load, and when the server
   * does not send it.
   */
  readonly feeds: FeedStatuses | null
  readonly status: MarketStatus
}

interface TrmViewDeps extends TrmDeps, DataAgeDeps, Pick<MarketPorts, 'quotes'> {
  readonly readFirstView: () => FirstView | null
}

/** `delay` in minutes. */
export function createTrmView(deps: TrmViewDeps, delay: number): Readable<TrmState> {
  const status = createMarketStatusView(deps, 'spot')
  const first = deps.readFirstView()
  const trmNow = createTrmResource(deps, delay, first)
  const feeds = createResource(
    deps,
    { load: deps.quotes.feeds, interval: MINUTE_MS },
    { first: toFirstValue(first, 'feeds') },
  )
  const times = combine({ trmNow }, (parts) => ({ ...parts.trmNow, interval: MINUTE_MS }))
  const age = createDataAge(deps, times)
  // `age` is a part, so that it runs and shows its toast.
  return combine(
    { status, trm: trmNow, feeds, age },
    (parts): TrmState => ({ trm: parts.trm, feeds: parts.feeds.value, status: parts.status }),
  )
}

/** The TRM of a past day does not change; the interval finds the TRM of a new day. */
const LOOKUP_REFRESH_MS = 15 * MINUTE_MS

/** The TRM in force on one day, or why it is unknown; `result` is null before the first load. */
export interface TrmLookupState {
  readonly resource: ResourceState<unknown>
  readonly result: Result<TrmPeriod, TrmFailure> | null
}

export function createTrmLookupView(deps: TrmDeps, date: BogotaDate): Readable<TrmLookupState> {
  const resource = createResource(deps, {
    load: (signal) => deps.market.trmHistory({ from: date, until: date }, signal),
    interval: LOOKUP_REFRESH_MS,
  })
  return combine({ resource }, (parts): TrmLookupState => {
    const history = parts.resource.value
    return { resource: parts.resource, result: history && findTrmOn(history, date) }
  })
}

/** A fixed TRM does not change; the interval finds the TRM of a new day. */
const HISTORY_REFRESH_MS = 5 * MINUTE_MS

const ROWS_PER_PAGE = 20

export const TRM_COLUMNS = ['from', 'value', 'change', 'percent'] as const
type TrmColumn = (typeof TRM_COLUMNS)[number]

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

interface TrmHistoryState {
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

interface TrmHistoryDeps extends TrmDeps, FirstViewSource, Pick<PagePorts, 'downloads'> {
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
export function createTrmHistoryView(deps: TrmHistoryDeps, span: TrmSpan, delay: number): TrmHistoryView {
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
