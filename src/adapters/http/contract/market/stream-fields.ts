import {
  customField,
  dayField,
  numberField,
  optionalNumberField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'

/** `time` in epoch ms, `price` in pesos, `amount` in thousands of US$. */
export const DEAL_EVENT = { id: textField, time: numberField, price: numberField, amount: numberField }

export const ANNUL_EVENT = { id: textField }

/**
 * The market time in epoch ms, and the delay of this subscriber in minutes (D17). The server sends
 * this event after the stream opens, because a resumed stream begins without a snapshot. Other
 * servers may omit the delay.
 */
export const CLOCK_EVENT = { now: numberField, delay: optionalNumberField }

/** All figures at this point of the stream, to which the next events apply; `delay` in minutes. */
export const SNAPSHOT_EVENT = {
  mercado: numberField,
  fecha: dayField,
  delay: numberField,
  precioMercado: customField,
  montoMercado: customField,
  promedioCierre: customField,
}
