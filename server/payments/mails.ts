import type { Mail } from '#server/delivery/mail.ts'
import { escapeMarkup } from '#server/http/html.ts'
import { formatPricingQuery } from '#src/application/navigation/query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { formatCopTotal } from '#src/domain/money.ts'
import { authorizationText, cardText, type PaymentOrder } from '#src/domain/payment/order.ts'
import { PLAN_NAMES, TAX_PERCENT } from '#src/domain/payment/plans.ts'
import { formatTime, type Instant, toDate } from '#src/domain/time/bogota.ts'

/** The facts of an approved order that its receipt shows. */
interface PaidOrder
  extends Pick<PaymentOrder, 'reference' | 'plan' | 'base' | 'tax' | 'total' | 'email' | 'term' | 'card'> {
  /** When the payment was approved. */
  readonly at: Instant
  readonly authorization: string | null
}

/** Formats an amount without no-break spaces, which break columns of plain text in some readers. */
const toPlainPesos = (amount: number) => formatCopTotal(amount).replaceAll('\u00a0', ' ')

type Row = readonly [name: string, value: string]

const toFactRows = ({ reference, at, plan, term, card, authorization }: PaidOrder): readonly Row[] => [
  ['Referencia', reference],
  ['Fecha', `${toDate(at)}, ${formatTime(at)} (hora de Bogotá)`],
  ['Plan', `${PLAN_NAMES[plan]}, un usuario`],
  ...(term === null ? [] : [['Vigencia', `del ${term.from} al ${term.until}`] as const]),
  ...(card === null ? [] : [['Tarjeta', cardText(card)] as const]),
  ...(authorization === null ? [] : [['Autorización', authorizationText(authorization)] as const]),
]

const toAmountRows = ({ base, tax, total }: PaidOrder): readonly Row[] => [
  ['Valor base', toPlainPesos(base)],
  [`IVA (${TAX_PERCENT}%)`, toPlainPesos(tax)],
  ['Total pagado', toPlainPesos(total)],
]

const NAME_WIDTH = 16

const toLine = ([name, value]: Row) => `${`${name}:`.padEnd(NAME_WIDTH)}${value}`

const INTRO = 'Recibimos su pago del servicio de datos del dólar. Este es su recibo.'
const ACCESS_TEXT =
  'Entre con su usuario y verá el mercado en tiempo real. ¿Aún no tiene usuario? Regístrese con este correo:'
const SUPPORT = 'El soporte es gratuito. Conserve la referencia del pago.'
const SIGNATURE = 'Mercado Dólar'

const toText = (order: PaidOrder, publicUrl: string) =>
  [
    INTRO,
    '',
    ...toFactRows(order).map(toLine),
    '',
    ...toAmountRows(order).map(toLine),
    '',
    ACCESS_TEXT,
    `${publicUrl}${SCREENS.login.path}`,
    `${publicUrl}${SCREENS.registration.path}`,
    '',
    SUPPORT,
    '',
    SIGNATURE,
  ].join('\n')

const CELL_STYLE = 'padding:6px 0;border-top:1px solid #d5dcde;'

const toHtmlRow = ([name, value]: Row, style = '') =>
  `<tr><th scope="row" style="${CELL_STYLE}text-align:left;font-weight:400;color:#55646c;${style}">${escapeMarkup(name)}</th>` +
  `<td style="${CELL_STYLE}text-align:right;${style}">${escapeMarkup(value)}</td></tr>`

const TOTAL_STYLE = 'border-top:2px solid #10181c;font-weight:700;color:#10181c;'

const toLink = (url: string, text: string) => `<a href="${escapeMarkup(url)}" style="color:#1a3ac2">${text}</a>`

function toHtml(order: PaidOrder, publicUrl: string): string {
  const rows = [...toFactRows(order), ...toAmountRows(order).slice(0, -1)].map((row) => toHtmlRow(row))
  const total = toAmountRows(order)
    .slice(-1)
    .map((row) => toHtmlRow(row, TOTAL_STYLE))
  return (
    '<!doctype html><html lang="es-CO"><head><meta charset="utf-8"><title>Recibo de pago</title></head>' +
    '<body style="margin:0;padding:24px;background:#ffffff;color:#10181c;font:15px/1.6 Arial,Helvetica,sans-serif">' +
    '<div style="max-width:560px;margin:0 auto"><h1 style="font-size:22px;margin:0 0 8px">Recibo de pago</h1>' +
    `<p style="margin:0 0 16px">${INTRO}</p>` +
    `<table style="width:100%;border-collapse:collapse;font-size:14px">${[...rows, ...total].join('')}</table>` +
    `<p style="margin:20px 0 4px">Entre con su usuario y verá el mercado en tiempo real: ${toLink(`${publicUrl}${SCREENS.login.path}`, 'Iniciar sesión')}. ` +
    `¿Aún no tiene usuario? ${toLink(`${publicUrl}${SCREENS.registration.path}`, 'Regístrese con este correo')}.</p>` +
    `<p style="margin:0 0 16px;color:#55646c">${SUPPORT}</p><p style="margin:0">${SIGNATURE}</p></div></body></html>`
  )
}

/** The receipt of an approved order, in text and HTML, with its breakdown (D78). */
export const receiptMail = (order: PaidOrder, publicUrl: string): Mail => ({
  to: order.email,
  subject: `Recibo de su pago ${order.reference}`,
  text: toText(order, publicUrl),
  html: toHtml(order, publicUrl),
})

/** An order whose payment was rejected. */
interface RejectedOrder extends Pick<PaymentOrder, 'reference' | 'plan' | 'total' | 'email' | 'reason'> {}

/** The mail about a rejected payment, with the link for another attempt (D78). */
export const rejectionMail = ({ reference, plan, total, email, reason }: RejectedOrder, publicUrl: string): Mail => ({
  to: email,
  subject: `Su pago ${reference} fue rechazado`,
  text: [
    `El banco no autorizó su pago de ${toPlainPesos(total)} por el plan ${PLAN_NAMES[plan]}. No se hizo ningún cobro.`,
    ...(reason === null ? [] : [`Motivo: ${reason.replace(/\.$/, '')}.`]),
    'Puede intentarlo de nuevo con otra tarjeta:',
    `${publicUrl}${SCREENS.pricing.path}?${formatPricingQuery(plan)}`,
    'Si ya lo pagó con otra tarjeta, no haga nada: el recibo va en otro correo.',
    'Mercado Dólar',
  ].join('\n\n'),
})
