import {
  instantField,
  looseTextField,
  numberField,
  optionalTextField,
  ownField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'

/** A new order (D78): whole pesos; `acceso` reads it without a session. */
export const NEW_ORDER = {
  referencia: textField,
  acceso: textField,
  plan: ownField,
  base: numberField,
  iva: numberField,
  total: numberField,
  moneda: looseTextField,
}

/** An order with its state; the term, the card and the rest are null until they are known. */
export const ORDER = {
  referencia: textField,
  plan: ownField,
  estatus: ownField,
  fecha: instantField,
  total: numberField,
  iva: numberField,
  base: numberField,
  moneda: looseTextField,
  vigencia_desde: ownField,
  vigencia_hasta: ownField,
  tarjeta: optionalTextField,
  autorizacion: optionalTextField,
  correo: looseTextField,
  motivo: optionalTextField,
}
