import { formatPercent, formatPricePesos, formatSigned } from '#src/domain/money.ts'
import { formatLongDate, formatMonth, formatShortClock } from '#src/domain/text.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import type { DayFigures } from '#src/domain/trading/days.ts'
import type { Move } from '#src/domain/trading/figures.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'

export const SITE_NAME = 'Mercado Dólar'

/** Note about the delay for visitors (§1). */
export const DELAY_NOTE = `Información con ${VISITOR_DELAY_MINUTES} minutos de retraso. No incluye operaciones registradas.`

export const SIMULATED_DATA = 'Datos simulados'

export const MARKET_TITLE = 'Dólar Spot'

/** Label of the preview price: a close of today, or of the previous trading day. */
export const priceLabel = (isOfToday: boolean): string => (isOfToday ? 'Precio de cierre' : 'Cierre anterior')

export const VERSUS_PREVIOUS_CLOSE = 'frente al cierre anterior'

/** Formats `+11,35 (+0,28%) frente al cierre anterior`; null without a move. */
export const moveText = (move: Move | null): string | null =>
  move && `${formatSigned(move.pesos, 2)} (${formatPercent(move.percent)}) ${VERSUS_PREVIOUS_CLOSE}`

export const trmText = (trm: number | null): string | null => (trm === null ? null : `TRM ${formatPricePesos(trm)}`)

/** Formats `Viernes, 20 de noviembre de 2026, 12:28`. */
export const momentText = (date: BogotaDate, time: Instant): string =>
  `${formatLongDate(date)}, ${formatShortClock(time)}`

/** Title of the home page while there is a price. */
export const priceTitle = (close: number): string => `Dólar: ${formatPricePesos(close)} | ${SITE_NAME}`

export const pageTitle = (title: string): string => `${title} | ${SITE_NAME}`

/** Titles of the pages of a day and of a month, as their screens have them. */
export const dayTitle = (date: BogotaDate): string => `El dólar el ${formatLongDate(date).toLowerCase()}`
export const monthTitle = (date: BogotaDate): string =>
  `El dólar día a día: ${formatMonth(date)} de ${date.slice(0, 4)}`

/** Describes a day for search engines. */
export const describeDay = ({ open, low, high, close, average }: DayFigures, trm: number | null): string =>
  [
    `Apertura ${formatPricePesos(open)}, mínimo ${formatPricePesos(low)}, máximo ${formatPricePesos(high)},`,
    `cierre ${formatPricePesos(close)}, promedio ${formatPricePesos(average)}.`,
    ...(trm === null ? [] : [`${trmText(trm)}.`]),
  ].join(' ')

export const MONTH_DESCRIPTION =
  'Apertura, mínimo, máximo, cierre, TRM y monto de cada día del mes, con descarga en CSV.'

/** Alternative text of the picture. */
export const pictureText = (close: number, date: BogotaDate, time: Instant): string =>
  `Precio del dólar: ${formatPricePesos(close)}. ${momentText(date, time)}.`

/** Alternative text of the picture of a day. */
export const dayPictureText = (close: number, date: BogotaDate): string =>
  `Precio del dólar: ${formatPricePesos(close)}. ${formatLongDate(date)}.`

/** Text of the picture while there is no price. */
export const NO_PRICE_YET = 'Aún no hay operaciones'

/** Message when the picture cannot be rendered. */
export const NO_PICTURE = 'La imagen no está disponible. Intente de nuevo en un minuto.'
