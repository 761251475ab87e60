import { REPETITIONS, type Tampering } from '#server/demo/payments/sandbox.ts'
import { BASE_STYLE, escapeMarkup, renderPlainPage, toPlainPagePolicy } from '#server/http/html.ts'
import { SANDBOX_PAGE } from '#src/application/navigation/query.ts'
import { formatCopTotal, formatCount } from '#src/domain/money.ts'
import type { PaymentOrder, TransactionState } from '#src/domain/payment/order.ts'
import { findPlan, PLAN_NAMES, TAX_PERCENT } from '#src/domain/payment/plans.ts'
import { type CardField, type CardForm, TEST_CARDS } from '#src/simulator/test-cards.ts'

/** The style of the card page, which has no script and no other resource. */
const SANDBOX_STYLE = `${BASE_STYLE}
.frame{max-width:1360px;margin:40px auto;border:1px solid var(--strong);background:var(--raised)}
.bar{display:flex;justify-content:space-between;gap:4px 16px;flex-wrap:wrap;padding:12px 24px;border-bottom:1px solid var(--line);font-size:13px;line-height:20px}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:28px 56px;padding:24px}
main>*{min-width:0}
h2{font-size:18px;line-height:24px;margin:0;padding:9px 0 10px}
b{font-weight:640}
form,.side{display:grid;gap:16px;align-content:start;grid-template-columns:minmax(0,1fr)}
.side{gap:28px}
label,legend{font-weight:560;font-size:13px;line-height:20px;padding:0}
input,select{display:block;width:100%;min-width:0;min-height:40px;margin-top:4px;padding:0 12px;border:1px solid var(--strong);border-radius:2px;background:var(--raised);color:inherit;font:inherit}
[aria-invalid]{border:2px solid var(--danger)}
.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:16px 20px}
.msg,.hint{font-size:12px;line-height:16px;margin:4px 0 0;color:var(--muted)}
.msg{display:flex;gap:6px;color:var(--danger);font-weight:550}
svg{flex:none;fill:none;stroke:currentColor;stroke-width:1.4}
.notice{display:flex;gap:10px;margin:0 0 20px;padding:11px 14px;border-left:3px solid var(--warnline);background:var(--warnsoft);font-size:13px;line-height:20px}
.notice svg{margin-top:2px;color:var(--warning)}
fieldset{display:grid;gap:12px 20px;min-width:0;margin:0;padding:12px 14px 14px;border:1px solid var(--line)}
button{min-height:40px;padding:0 16px;border:1px solid transparent;border-radius:3px;background:none;color:var(--accent);font:inherit;font-weight:550;cursor:pointer}
.pri{width:100%;background:var(--accent);color:var(--on)}
section{border-top:2px solid var(--rule)}
dl,table{width:100%;margin:0;font-size:13px;line-height:20px;border-collapse:collapse}
dl div{display:flex;justify-content:space-between;gap:16px;padding:8px 0;border-bottom:1px solid var(--line)}
dt{color:var(--soft)}
dd{margin:0;text-align:right;overflow-wrap:anywhere}
.total{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:4px 16px;margin:0;padding-top:16px;font-size:13px}
.total span{font-size:40px;line-height:1;font-weight:600;font-stretch:78%;white-space:nowrap}
.total i{font-style:normal;font-weight:400;color:var(--muted);margin-right:.14em}
.total i+i,.total i:last-child{font-size:.58em;margin:0 0 0 .3em}
th,td{text-align:left;height:44px;padding:5px 8px 5px 0;border-bottom:1px solid var(--line)}
th{height:32px;color:var(--muted);font-size:12px;font-weight:550;border-color:var(--rule)}
td:last-child{padding-right:0;text-align:right}
.use{min-height:30px;padding:0 10px;font-size:13px}
.chip{display:inline-flex;align-items:center;gap:6px;padding:0 8px 0 7px;border-radius:2px;font-size:12px;line-height:22px;font-weight:570}
.approved{color:var(--ok);background:var(--oksoft)}
.pending{color:var(--warning);background:var(--warnsoft)}
.rejected{color:var(--danger);background:var(--dangersoft)}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (min-width:600px){fieldset{grid-template-columns:repeat(2,minmax(0,1fr))}}
@media (min-width:970px){main{grid-template-columns:minmax(0,7fr) minmax(0,5fr);padding:28px 40px 36px}.bar{padding-inline:40px}}
@media (max-width:599.98px){.frame{margin:0;border-width:0 0 1px}.bar,main{padding-inline:16px}.pri,input,select{min-height:44px}.use{min-height:40px}}
`

/** The content security policy of the card page. */
export const SANDBOX_POLICY = toPlainPagePolicy(SANDBOX_STYLE, "'self'")

const RESULT_NAMES: Readonly<Record<TransactionState, string>> = {
  approved: 'Aprobado',
  pending: 'Pendiente',
  rejected: 'Rechazado',
}

const TAMPERING_NAMES: Readonly<Record<Tampering, string>> = {
  none: 'No',
  amount: 'Otro valor, después de firmar',
  'signed-amount': 'Otro valor, firmado',
  currency: 'Otra moneda, firmada',
  invoice: 'Otra factura',
  state: 'Estado desconocido',
  signature: 'Otra firma',
}

/** The content of the card page. */
export interface SandboxPageContent {
  readonly order: Pick<PaymentOrder, 'reference' | 'plan' | 'email' | 'tax' | 'total'>
  readonly access: string
  readonly form: CardForm
  readonly errors: Readonly<Partial<Record<CardField, string>>>
  readonly tampering: Tampering
  readonly repetitions: number
  /** URL of the link "Cancelar y volver". */
  readonly back: string
}

const toDocument = (title: string, body: string) => renderPlainPage(title, SANDBOX_STYLE, body)

const hiddenInput = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escapeMarkup(value)}">`

interface Control {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly autocomplete: string
  readonly numeric: boolean
  readonly hint?: string
}

const WARNING =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M8 2.2 14.6 13.5H1.4zM8 6.5v3.5M8 11.7v.6"/></svg>'

/** Icons by result. Their shapes are readable without colour. */
const RESULT_ICONS: Readonly<Record<TransactionState, string>> = {
  approved: '<circle cx="5" cy="5" r="4.5" fill="currentColor"/>',
  pending: '<path d="M5 .75a4.25 4.25 0 0 1 0 8.5z" fill="currentColor"/><circle cx="5" cy="5" r="4.25"/>',
  rejected: '<path d="m1.5 1.5 7 7m0-7-7 7"/>',
}
const resultIcon = (result: TransactionState) =>
  `<svg viewBox="0 0 10 10" width="9" height="9" aria-hidden="true">${RESULT_ICONS[result]}</svg>`

/** Returns a field with its error. `isFocused` sets the initial focus of the page. */
function field(
  { name, label, value, autocomplete, numeric, hint }: Control,
  error: string | undefined,
  isFocused: boolean,
): string {
  const description = error === undefined ? hint : error
  return (
    `<div><label for="${name}">${label}</label>` +
    `<input id="${name}" name="${name}" value="${escapeMarkup(value)}" autocomplete="${autocomplete}"` +
    `${numeric ? ' inputmode="numeric"' : ''}${error === undefined ? '' : ' aria-invalid="true"'}${isFocused ? ' autofocus' : ''}` +
    `${description === undefined ? '' : ` aria-describedby="${name}-nota"`}>` +
    `${description === undefined ? '' : `<p id="${name}-nota" class="${error === undefined ? 'hint' : 'msg'}">${error === undefined ? '' : WARNING}${escapeMarkup(description)}</p>`}</div>`
  )
}

const option = (value: string, text: string, isSelected: boolean) =>
  `<option value="${value}"${isSelected ? ' selected' : ''}>${escapeMarkup(text)}</option>`

function confirmationControls({ tampering, repetitions }: SandboxPageContent): string {
  const tamperings = Object.entries(TAMPERING_NAMES).map(([name, text]) => option(name, text, name === tampering))
  const times = REPETITIONS.map((count) =>
    option(`${count}`, count === 1 ? '1 vez' : `${count} veces`, count === repetitions),
  )
  return (
    '<fieldset><legend>Confirmación</legend>' +
    `<div><label for="alterar">Alterar la confirmación</label><select id="alterar" name="alterar">${tamperings.join('')}</select></div>` +
    `<div><label for="repetir">Enviar la confirmación</label><select id="repetir" name="repetir">${times.join('')}</select></div></fieldset>`
  )
}

function cardForm(content: SandboxPageContent): string {
  const { order, access, form, errors } = content
  const [firstInvalid] = Object.keys(errors)
  const toCardField = (key: CardField, control: Omit<Control, 'value'>) =>
    field({ ...control, value: form[key] }, errors[key], key === firstInvalid)
  return (
    `<form method="post" action="${SANDBOX_PAGE}" novalidate>${hiddenInput('referencia', order.reference)}${hiddenInput('acceso', access)}` +
    toCardField('number', { name: 'numero', label: 'Número de tarjeta', autocomplete: 'cc-number', numeric: true }) +
    toCardField('name', { name: 'nombre', label: 'Nombre en la tarjeta', autocomplete: 'cc-name', numeric: false }) +
    `<div class="pair">${toCardField('expiry', {
      name: 'vencimiento',
      label: 'Vencimiento',
      autocomplete: 'cc-exp',
      numeric: true,
      hint: 'MM/AA',
    })}${toCardField('code', {
      name: 'codigo',
      label: 'Código de seguridad',
      autocomplete: 'cc-csc',
      numeric: true,
      hint: '3 dígitos al respaldo',
    })}</div>${confirmationControls(content)}` +
    `<button class="pri">Pagar ${escapeMarkup(formatCopTotal(order.total))}</button></form>`
  )
}

const row = (name: string, value: string) => `<div><dt>${name}</dt><dd>${escapeMarkup(value)}</dd></div>`

function summary({ order }: SandboxPageContent): string {
  const { months } = findPlan(order.plan)
  return (
    `<section aria-label="Orden de pago"><dl>${row('Comercio', 'Mercado Dólar')}` +
    `${row('Plan', `${PLAN_NAMES[order.plan]}, ${months} meses`)}${row('Referencia', order.reference)}` +
    `${row('Recibo', order.email)}${row(`IVA (${TAX_PERCENT}%) incluido`, formatCopTotal(order.tax))}</dl>` +
    `<p class="total"><b>TOTAL</b><span><i>$</i>${formatCount(order.total)}<i>COP</i></span></p></section>`
  )
}

/**
 * Returns the table of test cards. Each button requests the card page with its card number, because
 * the page has no script.
 */
function testCards({ order, access }: SandboxPageContent): string {
  const rows = TEST_CARDS.map(
    ({ number, result }) =>
      `<tr><td>${number}</td><td><span class="chip ${result}">${resultIcon(result)}${RESULT_NAMES[result]}</span></td><td>` +
      `<button class="use" name="numero" value="${number}" aria-label="Usar ${number}">Usar</button></td></tr>`,
  )
  return (
    `<section><h2>Tarjetas de prueba</h2><form method="get" action="${SANDBOX_PAGE}">` +
    `${hiddenInput('referencia', order.reference)}${hiddenInput('acceso', access)}<table><thead><tr><th scope="col">Número</th>` +
    `<th scope="col">Resultado</th><th scope="col"><span class="sr">Usar</span></th></tr></thead><tbody>${rows.join('')}</tbody></table></form></section>`
  )
}

/** The card page of the sandbox (D78). */
export const sandboxPage = (content: SandboxPageContent): string =>
  toDocument(
    'Pasarela de pruebas',
    `<div class="frame"><header class="bar"><b>Pasarela de pruebas</b><a href="${escapeMarkup(content.back)}">Cancelar y volver</a></header>` +
      '<main><h1 class="sr">Pago con tarjeta</h1><div><p class="notice" role="status">' +
      `${WARNING}<span><b>Entorno de pruebas.</b> ` +
      'No se cobra dinero y no se guardan tarjetas. No escriba una tarjeta real.</span></p>' +
      `${cardForm(content)}</div><div class="side">${summary(content)}${testCards(content)}</div></main></div>`,
  )

/** The page for an order that does not exist or is already paid. */
export const sandboxNotice = (text: string, back: string): string =>
  toDocument(
    'Pasarela de pruebas',
    `<div class="frame"><header class="bar"><b>Pasarela de pruebas</b></header><main><div><h1>${escapeMarkup(text)}</h1>` +
      `<p><a href="${escapeMarkup(back)}">Volver a Mercado Dólar</a></p></div></main></div>`,
  )
