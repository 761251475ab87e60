import { MARKET_TITLES, type NoticeText } from '#src/application/market/market-messages.ts'
import { formatCount, formatPercent, formatPrice, formatSigned, formatUsd } from '#src/domain/money.ts'
import { formatDayName, formatLongDate, formatMonth, formatShortDate } from '#src/domain/text.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { Day, DayFigures, DayKind, Month } from '#src/domain/trading/days.ts'
import { computeMove } from '#src/domain/trading/figures.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'

/** `lunes, 22 de septiembre de 2025`, within a sentence. */
const formatDay = (date: BogotaDate) => formatLongDate(date).toLowerCase()

/** `jueves 1 de octubre`; of another year than that of the page `jueves 1 de octubre de 2009`. */
export const formatOtherDay = (date: BogotaDate, page: BogotaDate): string =>
  date.slice(0, 4) === page.slice(0, 4) ? formatDayName(date) : `${formatDayName(date)} de ${date.slice(0, 4)}`

/** `noviembre de 2026`. */
export const formatMonthName = (month: Month): string => `${formatMonth(`${month}-01`)} de ${month.slice(0, 4)}`

export const dayTitle = (date: BogotaDate): string => `El dólar el ${formatDay(date)}`
export const monthTitle = (month: Month): string => `El dólar día a día: ${formatMonthName(month)}`

/** What the page of a day shows. */
export const DAY_INTRO = 'Cifras, gráfica y operaciones por hora de los mercados spot y next day.'
export const MONTH_INTRO = 'Apertura, mínimo, máximo, cierre, TRM y monto de cada día del mercado spot.'

/** `La TRM vigente fue 3.866,01 pesos.`; '' for an unknown TRM. */
const trmSentence = (trm: number | null): string =>
  trm === null ? '' : `La TRM vigente fue ${formatPrice(trm)} pesos.`

/** Why a day has no figures, and the TRM in force if it is known. */
export function noFiguresNotice(
  date: BogotaDate,
  kind: DayKind,
  first: BogotaDate | null,
  trm: number | null = null,
): NoticeText {
  const { lead, rest } = findReason(date, kind, first)
  return { lead, rest: [rest, trmSentence(trm)].filter(Boolean).join(' ') }
}

function findReason(date: BogotaDate, kind: DayKind, first: BogotaDate | null): NoticeText {
  switch (kind) {
    case 'future':
      return { lead: 'Ese día aún no llega.', rest: 'Consulte el último día con mercado.' }
    case 'before-history':
      return {
        lead: 'No hay datos de ese día.',
        rest: first === null ? 'La historia aún no empieza.' : `La historia empieza el ${formatShortDate(first)}.`,
      }
    case 'holiday':
      return { lead: `El ${formatDayName(date)} fue festivo en Colombia.`, rest: 'No hubo mercado.' }
    case 'weekend':
      return { lead: `El ${formatDayName(date)} no hubo mercado.`, rest: 'El dólar se negocia de lunes a viernes.' }
    default:
      return { lead: 'Ese día no tiene operaciones.', rest: 'Consulte el día anterior o el siguiente.' }
  }
}

export const US_HOLIDAY = 'Fue festivo en Estados Unidos: solo hubo mercado next day.'

/** `12,30 pesos (+0,32%) más que el viernes 19 de septiembre`. */
function compareClose(
  { close, date }: { readonly close: number; readonly date: BogotaDate },
  previous: { readonly date: BogotaDate; readonly close: number } | null,
): string {
  const move = previous && computeMove(previous.close, close)
  if (previous === null || move === null) return ''
  const day = `el ${formatOtherDay(previous.date, date)}`
  if (move.pesos === 0) return `, igual que ${day}`
  const word = move.pesos > 0 ? 'más' : 'menos'
  return `, ${formatPrice(Math.abs(move.pesos))} pesos ${word} que ${day} (${formatPercent(move.percent)})`
}

function describeFigures(
  { open, low, high, close, average, amount, count }: DayFigures,
  isOver: boolean,
  more: string,
) {
  const deals = count === 1 ? '1 operación' : `${formatCount(count)} operaciones`
  return [
    `abrió en ${formatPrice(open)} pesos y ${isOver ? 'cerró' : 'va'} en ${formatPrice(close)}${more}.`,
    `El mínimo fue ${formatPrice(low)}, el máximo ${formatPrice(high)} y el promedio ${formatPrice(average)} pesos,`,
    `con ${deals} por ${formatUsd(amount)} dólares.`,
  ].join(' ')
}

/** What a summary describes. */
export interface SummarizedDay {
  readonly day: Day
  /** The days before it in the list, in order of date. */
  readonly before: readonly Day[]
  readonly kind: DayKind
  /** False while deals of the day may follow. */
  readonly isOver: boolean
}

/** The last day before with figures of the market, and its close. */
export function findPreviousClose(before: readonly Day[], market: Market) {
  const day = before.findLast((candidate) => candidate[market] !== null)
  const close = day?.[market]?.close
  return day === undefined || close === undefined ? null : { date: day.date, close }
}

/** The market that a day is summarized by: spot if it has deals. */
export const findMainMarket = (day: Day): Market | null => MARKETS.find((market) => day[market] !== null) ?? null

/** Describes a day in a few sentences. Every figure in them is one of the day's table (D123). */
export function summarizeDay({ day, before, kind, isOver }: SummarizedDay): string {
  const { date, trm } = day
  const main = findMainMarket(day)
  const figures = main && day[main]
  if (main === null || figures === null) {
    const { lead, rest } = noFiguresNotice(date, kind, null, trm)
    return `${lead} ${rest}`
  }
  const lead = `El ${formatDay(date)} el dólar ${MARKET_WORDS[main]} `
  const other = main === 'spot' ? day.nextday : null
  return [
    lead +
      describeFigures(figures, isOver, compareClose({ close: figures.close, date }, findPreviousClose(before, main))),
    ...(other ? [`En el mercado next day el último precio fue ${formatPrice(other.close)} pesos.`] : []),
    ...(kind === 'nextday-only' ? [US_HOLIDAY] : []),
    trmSentence(trm),
  ]
    .filter(Boolean)
    .join(' ')
}

const MARKET_WORDS: Readonly<Record<Market, string>> = { spot: 'spot', nextday: 'next day' }

/** The figures of a day, in their order. */
export const DAY_FIGURES = ['open', 'low', 'high', 'close', 'average', 'amount', 'count'] as const
export type DayFigure = (typeof DAY_FIGURES)[number]

export const FIGURE_TITLES: Readonly<Record<DayFigure, string>> = {
  open: 'Apertura',
  low: 'Mínimo',
  high: 'Máximo',
  close: 'Cierre',
  average: 'Promedio',
  amount: 'Monto, USD',
  count: 'Operaciones',
}

export function formatFigure(figure: DayFigure, value: number | null): string {
  if (figure === 'amount') return formatUsd(value)
  return figure === 'count' ? formatCount(value) : formatPrice(value)
}

/** The difference of a figure of two days, with its sign: pesos with centavos, or whole numbers. */
export const formatDifference = (figure: DayFigure, difference: number): string =>
  formatSigned(difference, figure === 'amount' || figure === 'count' ? 0 : 2)

/** Name of a market in a heading. */
export const toMarketTitle = (market: Market): string => MARKET_TITLES[market]

export const FIGURES_TITLE = 'Cifras del día'
export const HOURS_TITLE = 'Operaciones por hora'
export const COMPARE_TITLE = 'Comparar con otro día'
export const COMPARE_HINT = 'La comparación queda en la dirección de la página.'
export const COMPARE_SAME = 'Elija un día distinto del que está viendo.'
export const NOTHING_TO_COMPARE: NoticeText = {
  lead: 'Los dos días no tienen un mercado en común.',
  rest: 'Compare con otro día.',
}

/** `22 sep 2025 y 19 sep 2025`. */
export const compareTitle = (date: BogotaDate, other: BogotaDate): string =>
  `${formatShortDate(date)} y ${formatShortDate(other)}`

/** The market by which two days are compared: spot if both have deals in it. */
export const findComparedMarket = (one: Day, other: Day): Market | null =>
  MARKETS.find((market) => one[market] !== null && other[market] !== null) ?? null

export const NEXT_DAY_ROW = 'Next day'
export const NO_DAYS = 'Ese mes no tiene datos.'
export const DAY_ROWS = { one: 'día', many: 'días' } as const
export const YEAR_FAILED = 'No pudimos descargar el año. Inténtelo de nuevo.'

/** Name of the button that saves the days of a year. */
export const downloadYearText = (year: string): string => `Descargar ${year}`
