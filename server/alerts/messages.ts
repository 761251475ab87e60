import type { ClientFiring } from '#server/alerts/alert-rows.ts'
import type { Mail } from '#server/delivery/mail.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { AlertRule } from '#src/domain/alerts/alert.ts'
import { MAX_ALERTS } from '#src/domain/alerts/alert.ts'
import { formatPrice } from '#src/domain/money.ts'
import { formatTime, toDate } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

export const TOO_MANY_ALERTS = `Puede tener hasta ${MAX_ALERTS} alertas. Quite una para crear otra.`
export const NO_SUCH_ALERT = 'La alerta no existe.'
export const INVALID_LEVEL = 'El valor de la alerta no es válido.'
export const PAST_END = 'El último día de la alerta ya pasó.'
export const MISSING_MINUTES = 'Indique en cuántos minutos cambia el precio.'
export const ALERT_REMOVED = 'Alerta quitada.'
export const INCOMPLETE_HOURS = 'Indique las dos horas del silencio, o ninguna.'
export const INVALID_ADDRESS = 'La dirección del webhook no es válida: debe ser https y de un servidor público.'
export const NO_WEBHOOK = 'No tiene un webhook. Guarde primero su dirección.'
export const TEST_TEXT = 'Prueba del webhook de sus alertas.'
export const TEST_ACCEPTED = 'Su receptor aceptó la prueba.'
export const NO_PUBLIC_ADDRESS =
  'La dirección del webhook no lleva a un servidor público. Revísela y guárdela de nuevo.'
export const NO_REPLY = 'Su receptor no respondió: revise la dirección, el certificado y que conteste en 5 segundos.'
export const INVALID_ENDPOINT = 'La dirección de los avisos de este navegador no es válida.'
export const PUSH_ADDED = 'Avisos activados en este navegador.'
export const PUSH_REMOVED = 'Avisos quitados de este navegador.'
export const testRefused = (status: number): string =>
  `Su receptor respondió con el código ${status}; debe ser de 200 a 299.`

const MARKET_NAMES: Readonly<Record<Market, string>> = { spot: 'Dólar spot', nextday: 'Dólar next day' }

const formatPercent = (value: number) => `${formatPrice(value)} %`

/** What an alert watches, such as 'Dólar spot: sube a 4.012,50'. */
export function ruleText({ kind, market, side, level, minutes }: AlertRule): string {
  if (kind === 'trm') return 'Publicación de la TRM'
  const lead = `${MARKET_NAMES[market]}: ${side === 'above' ? 'sube' : 'baja'}`
  if (kind === 'price') return `${lead} a ${formatPrice(level)}`
  const change = `${lead} ${formatPercent(level)}`
  return kind === 'close' ? `${change} desde el cierre anterior` : `${change} en ${minutes} minutos`
}

const momentText = ({ at }: Pick<ClientFiring, 'at'>) => `${toDate(at)}, ${formatTime(at)} (hora de Bogotá)`

/** What has happened, in one sentence. */
export function firingText(firing: ClientFiring): string {
  if (firing.kind === 'corrected')
    return `Corrección: la operación de ${formatPrice(firing.price)} del ${momentText(firing)} fue anulada. La alerta no cuenta y sigue activa.`
  if (firing.rule.kind === 'trm') return `Se publicó la TRM: ${formatPrice(firing.price)}.`
  return `Se negoció a ${formatPrice(firing.price)} el ${momentText(firing)}.`
}

export const firingTitle = (firing: ClientFiring): string =>
  firing.kind === 'corrected' ? `Corrección de su alerta: ${ruleText(firing.rule)}` : `Alerta: ${ruleText(firing.rule)}`

interface MailContext {
  readonly name: string
  readonly email: string
  readonly publicUrl: string
  /** The address that stops an alert. */
  readonly toStopUrl: (alertId: string) => string
}

const toText = (name: string, paragraphs: readonly string[]) =>
  [`Hola, ${name}:`, ...paragraphs, 'Mercado Dólar'].join('\n\n')

/** Mail programs show a button for it, and stop the alert by one POST (RFC 8058). */
const toStopHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The mail of one firing or correction. */
export function firingMail(firing: ClientFiring, { name, email, publicUrl, toStopUrl }: MailContext): Mail {
  const stopUrl = toStopUrl(firing.alertId)
  return {
    to: email,
    subject: firingTitle(firing),
    text: toText(name, [
      `${ruleText(firing.rule)}.`,
      firingText(firing),
      `Sus alertas: ${publicUrl}${SCREENS.alerts.path}`,
      `Para detener esta alerta: ${stopUrl}`,
    ]),
    headers: toStopHeaders(stopUrl),
  }
}

export const summaryTitle = ({ length }: readonly ClientFiring[]): string =>
  `${length === 1 ? '1 aviso' : `${length} avisos`} de sus alertas en las horas de silencio`

/** The mail after the quiet hours. */
export const summaryMail = (firings: readonly ClientFiring[], { name, email, publicUrl }: MailContext): Mail => ({
  to: email,
  subject: summaryTitle(firings),
  text: toText(name, [
    'En sus horas de silencio ocurrió lo siguiente:',
    firings.map((firing) => `- ${ruleText(firing.rule)}. ${firingText(firing)}`).join('\n'),
    `Sus alertas: ${publicUrl}${SCREENS.alerts.path}`,
  ]),
})
