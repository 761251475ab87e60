import type { QuantityViolation } from '#src/domain/imc/packages/package-order.ts'

export const ORDER_TITLE = 'Solicitar Paquete'
export const ORDER_INTRO = 'Elija un paquete y la cantidad. La solicitud queda en Mis solicitudes hasta que se apruebe.'
export const ORDER_NOTE = 'Valores mensuales en pesos colombianos.'
export const QUANTITY_LABEL = 'Numero de paquetes a comprar'
export const SEND_ORDER = 'Solicitar'
export const LEAVE_ORDER = 'Desistir'
export const FEWER = 'Un paquete menos'
export const MORE = 'Un paquete más'

export const OFFER_COLUMN_TITLES = { code: 'Código', name: 'Nombre', price: 'Precio mensual' } as const
export const OFFERS_NAME = 'Paquetes disponibles'
export const OFFERS_FAILED = 'No pudimos consultar los paquetes'
export const NO_OFFERS = {
  lead: 'No hay paquetes disponibles',
  rest: 'Comuníquese con su agente de soporte para contratar pantallas.',
}

/** Title of an incomplete form (§5). */
export const STOP_TITLE = 'Alto!!!'

/** The error without a chosen package (exact text of §5). */
export const NO_OFFER_CHOSEN = 'Seleccione el paquete de desea adquirir.'

/** The error of the quantity (§5, D33). */
export function quantityMessage(violation: QuantityViolation): string {
  switch (violation.code) {
    case 'required':
      return 'Seleccione la cantidad que desea solicitar.'
    case 'not-whole':
      return 'La cantidad es un número entero, sin decimales.'
    case 'range':
      return `La cantidad va de ${violation.minimum} a ${violation.maximum}.`
  }
}

/** `Entre 1 y 999`. */
export const quantityHint = (minimum: number, maximum: number): string => `Entre ${minimum} y ${maximum}`
