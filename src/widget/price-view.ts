import type { WidgetReply } from '#src/adapters/http/contract/market/widget.ts'
import { formatPercent, formatPrice, formatSigned, MISSING } from '#src/domain/money.ts'
import { formatClock, formatShortDate } from '#src/domain/text.ts'
import { MINUTE_MS, parseDate } from '#src/domain/time/bogota.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'

/** What the widget shows. */
export interface PriceView {
  readonly title: string
  readonly price: string
  readonly change: string
  readonly direction: 'up' | 'down' | 'same'
  /** The state of the market, of the data or of the connection. */
  readonly state: string
  /** Whether the state needs attention: no connection, or old data. */
  readonly isWarning: boolean
  readonly age: string
  readonly source: string
}

/** The last reply, and the time since it arrived in ms. */
export interface Known {
  readonly reply: WidgetReply | null
  readonly sinceMs: number
  /** Whether the last request failed. */
  readonly hasFailed: boolean
}

const TITLES = { spot: 'Dólar spot', nextday: 'Dólar next day' } as const

/** A reply that is older than this is stale: the widget asks twice a minute. */
export const STALE_MS = 2 * MINUTE_MS

const NO_CONNECTION = 'Sin conexión'
const LOADING = 'Cargando…'

const PHASES = {
  before: 'Mercado por abrir',
  open: 'Mercado abierto',
  closed: 'Mercado cerrado',
  'no-trading-day': 'Mercado cerrado',
} as const

function toChange({ cierre, cierre_anterior: previous }: WidgetReply): Pick<PriceView, 'change' | 'direction'> {
  if (cierre === null || previous === null || previous === 0) return { change: '', direction: 'same' }
  const pesos = cierre - previous
  return {
    change: `${formatSigned(pesos, 2)} (${formatPercent((pesos / previous) * 100)}) frente al cierre anterior`,
    direction: pesos === 0 ? 'same' : pesos > 0 ? 'up' : 'down',
  }
}

const toSource = (fuente: WidgetReply['fuente'] | undefined): string =>
  fuente === 'simulado' ? 'Fuente: Mercado Dólar, datos simulados' : 'Fuente: Mercado Dólar'

/** The instant of the figures, and whose delay it is. */
function toAge({ fase, fecha, hora, corte, retraso }: WidgetReply): string {
  const delay = `Con ${retraso} minutos de retraso`
  if (fase === 'open') return `${delay}, datos de las ${formatClock(Date.parse(corte)).slice(0, 5)}`
  const time = hora === null ? '' : `, ${formatClock(Date.parse(hora)).slice(0, 5)}`
  return `${delay}, datos del ${formatShortDate(fecha)}${time}`
}

function toState({ fase }: WidgetReply, { sinceMs, hasFailed }: Known): Pick<PriceView, 'state' | 'isWarning'> {
  const minutes = Math.floor(sinceMs / MINUTE_MS)
  if (sinceMs < STALE_MS) return { state: hasFailed ? NO_CONNECTION : PHASES[fase], isWarning: hasFailed }
  const age = `${minutes} minutos sin actualizar`
  return { state: hasFailed ? `${NO_CONNECTION}, ${age}` : `Datos atrasados, ${age}`, isWarning: true }
}

/** Describes the last reply. Age and source are always there. */
export function toPriceView(market: WidgetReply['mercado'], known: Known): PriceView {
  const { reply, hasFailed } = known
  const title = TITLES[market]
  if (reply === null) {
    const state = hasFailed ? NO_CONNECTION : LOADING
    const age = `Con ${VISITOR_DELAY_MINUTES} minutos de retraso`
    return {
      title,
      price: MISSING,
      change: '',
      direction: 'same',
      state,
      isWarning: hasFailed,
      age,
      source: toSource(undefined),
    }
  }
  return {
    title,
    price: reply.cierre === null ? MISSING : `$ ${formatPrice(reply.cierre)}`,
    ...toChange(reply),
    ...toState(reply, known),
    age: toAge(reply),
    source: toSource(reply.fuente),
  }
}

const isInstant = (text: unknown) => typeof text === 'string' && Number.isFinite(Date.parse(text))

/** Reads the body of a reply; null for a body of another form. */
export function parseReply(body: unknown): WidgetReply | null {
  const fields: Partial<WidgetReply> = Object(body)
  const hasTimes = isInstant(fields.corte) && (fields.hora === null || isInstant(fields.hora))
  const hasDate = parseDate(String(fields.fecha)) !== null
  // Without a known source, the price of a simulation would lose its mark.
  const hasSource = fields.fuente === 'simulado' || fields.fuente === 'real'
  const hasPhase = fields.fase !== undefined && Object.hasOwn(PHASES, fields.fase)
  const hasPrices = [fields.cierre, fields.cierre_anterior].every((price) => price === null || Number.isFinite(price))
  const isValid = hasTimes && hasDate && hasSource && hasPhase && hasPrices && Number.isFinite(fields.retraso)
  return isValid ? (fields as WidgetReply) : null
}
