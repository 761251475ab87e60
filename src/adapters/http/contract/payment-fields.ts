import {
  instantField,
  looseTextField,
  numberField,
  optionalTextField,
  ownField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'

/** A new order in whole pesos (D78). `acceso` allows reading the order without a session. */
export const NEW_ORDER = {
  referencia: textField,
  acceso: textField,
  plan: ownField,
  base: numberField,
  iva: numberField,
  total: numberField,
  moneda: looseTextField,
}

/** An order. Term, card, authorization and reason are null while they are unknown. */
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
