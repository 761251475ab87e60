import { formatSigned } from '#src/domain/money.ts'
import { TAX_PERCENT } from '#src/domain/payment/plans.ts'

export const PRICING_TITLE = 'Servicio de datos del dólar'
export const PRICING_INTRO =
  'Un usuario, información en tiempo real y soporte gratuito. Elija cuánto tiempo y pague con tarjeta.'

export const LOWEST_COST = 'Menor costo mensual'
export const BASE = 'Valor base'
export const TOTAL_TO_PAY = 'Total a pagar'
/** The exact accessible name of the button in each plan. */
export const PAY_BY_CARD = 'Pagar con tarjeta'

/** 'IVA (19%)'. */
export const TAX_NAME = `IVA (${TAX_PERCENT}%)`

/** '3 meses'. */
export const monthsText = (months: number): string => `${months} meses`

/** 'COP por 3 meses, IVA incluido'. */
export const termText = (months: number): string => `COP por ${monthsText(months)}, IVA incluido`

export const MONTHLY_COST = 'Costo mensual equivalente'
export const MONTHLY_COST_RULE = 'Total con IVA dividido por los meses'

/** `saving` as 0.0726: '−7,3%'. */
export const savingText = (saving: number): string => `${formatSigned(-saving * 100, 1)}%`
export const COMPARED_WITH_QUARTERLY = ' frente al plan trimestral'

export const INCLUDED = 'Todos los planes incluyen'
export const INCLUDED_LIST: readonly string[] = [
  'Información en tiempo real, sin los 15 minutos de retraso',
  'Un usuario',
  'Soporte gratuito',
  'Gráficas de precios, promedio, velas y Bollinger',
]

export const PAYMENT_NOTE =
  'El pago se procesa en la ventana segura del proveedor de tarjetas. Su acceso se activa al confirmarse la transacción.'

/** Shown without scripts, which the card payment requires. */
export const NO_SCRIPT = 'Para pagar con tarjeta active JavaScript en su navegador, o escríbanos a'

/** Shown after the payer closed the checkout. The payment may still arrive. */
export const CLOSED_UNPAID = 'Cerró la ventana antes de terminar.'
export const IF_PAID = 'Si alcanzó a pagar, el recibo llega a su correo.'
