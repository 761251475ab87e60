import type { Alert, AlertFiring, AlertKind, AlertRule, AlertStatus } from '#src/domain/alerts/alert.ts'
import { MAX_ALERTS } from '#src/domain/alerts/alert.ts'
import { formatPrice } from '#src/domain/money.ts'
import { formatTime, toDate } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** What evaluates the alerts: the static demo has no server that goes on when its page is closed. */
export const alertsIntro = (hasServer: boolean): string =>
  hasServer
    ? 'El servidor vigila el mercado por usted, también con esta página cerrada.'
    : 'Esta demostración vigila el mercado mientras su página esté abierta.'
export const NO_ALERTS = 'Aún no tiene alertas'
export const NO_ALERTS_ADVICE = 'Cree una y le avisamos cuando el precio llegue a su nivel o se publique la TRM.'
export const ALERTS_FAILED = 'No pudimos consultar sus alertas'
export const FIRINGS_FAILED = 'No pudimos consultar el historial'
export const NO_FIRINGS = 'Ninguna alerta se ha activado'
export const NO_FIRINGS_ADVICE = 'Aquí queda cada cruce, con su hora y su precio.'
export const CHANNELS_FAILED = 'No pudimos consultar sus avisos'
export const NEW_ALERT = 'Crear alerta'
export const EDIT_ALERT = 'Cambiar alerta'
export const PRICE_HINT =
  'Pesos por dólar, por ejemplo 4.012,50. Si el precio ya está ahí, la alerta espera a que salga y vuelva.'
export const REMOVE_QUESTION = '¿Quitar esta alerta?'
export const SAVED = 'Alerta guardada'
export const REMOVED = 'Alerta quitada'
export const CHANNELS_SAVED = 'Avisos guardados'
export const TIME_INVALID = 'Escriba la hora como 22:00.'
export const TIMES_INCOMPLETE = 'Indique las dos horas, o ninguna.'
export const TIMES_EQUAL = 'Las dos horas son iguales. Indique otra, o ninguna.'
export const SUPPORT_LIMIT = `Puede tener hasta ${MAX_ALERTS} alertas.`

export const MARKET_TITLES: Readonly<Record<Market, string>> = { spot: 'Dólar spot', nextday: 'Dólar next day' }

export const KIND_TITLES: Readonly<Record<AlertKind, string>> = {
  price: 'El precio llega a un nivel',
  close: 'Cambia desde el cierre anterior',
  window: 'Cambia en pocos minutos',
  trm: 'Se publica la TRM',
}

export const STATUS_TITLES: Readonly<Record<AlertStatus, string>> = {
  active: 'Activa',
  done: 'Cumplida',
  stopped: 'Detenida',
}

export const LEVEL_ERRORS = {
  'price-required': 'Escriba el precio, por ejemplo 4.012,50.',
  'price-range': 'Escriba un precio entre 100,00 y 99.999,99.',
  'percent-range': 'Escriba un porcentaje entre 0,05 y 50.',
  'date-invalid': 'Escriba la fecha como 2026-11-30.',
  'date-past': 'El último día ya pasó.',
} as const

/** What an alert watches, such as 'Dólar spot: sube a 4.012,50'. */
export function ruleText({ kind, market, side, level, minutes }: AlertRule): string {
  if (kind === 'trm') return 'Publicación de la TRM'
  const lead = `${MARKET_TITLES[market]}: ${side === 'above' ? 'sube' : 'baja'}`
  if (kind === 'price') return `${lead} a ${formatPrice(level)}`
  const change = `${lead} ${formatPrice(level)} %`
  return kind === 'close' ? `${change} desde el cierre anterior` : `${change} en ${minutes} minutos`
}

const pauseText = (minutes: number) => {
  if (minutes === 1_440) return 'un día'
  return minutes === 60 ? 'una hora' : `${minutes} minutos`
}

/** How often an alert fires, and until when. */
export function repetitionText({ pause, until }: Pick<Alert, 'pause' | 'until'>): string {
  const repetition = pause === null ? 'Una vez' : `Cada cruce, con pausa de ${pauseText(pause)}`
  return until === null ? repetition : `${repetition}, hasta ${until}`
}

export const PAUSE_TITLES = (pause: number | null): string =>
  pause === null ? 'Una vez' : `Cada cruce, con pausa de ${pauseText(pause)}`

export const momentText = ({ at }: Pick<AlertFiring, 'at'>): string => `${toDate(at)}, ${formatTime(at)}`

/** What happened, in the history. */
export function firingText({ kind, rule, price, isCorrected }: AlertFiring): string {
  if (kind === 'corrected') return `Corrección: se anuló la operación de ${formatPrice(price)}`
  if (rule.kind === 'trm') return `TRM publicada: ${formatPrice(price)}`
  return isCorrected ? `Operación de ${formatPrice(price)}, anulada después` : `Operación de ${formatPrice(price)}`
}

/** The toast and the announcement of a firing. */
export const toastText = (firing: AlertFiring): string => `${ruleText(firing.rule)}. ${firingText(firing)}`

/** The toast and the announcement of several firings or corrections. */
export const SUMMARIES: Readonly<Record<AlertFiring['kind'], (count: number) => string>> = {
  fired: (count) => `${count} alertas se dispararon`,
  corrected: (count) => `${count} correcciones de sus alertas`,
}
export const SHOW_HISTORY = 'Ver historial'
