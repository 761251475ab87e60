import { dayField, numberField, optionalNumberField, ownField, textField } from '#src/adapters/http/decode/lenient.ts'

/** `time` in epoch ms, `price` in pesos, `amount` in thousands of US$. */
export const DEAL_EVENT = { id: textField, time: numberField, price: numberField, amount: numberField }

export const ANNUL_EVENT = { id: textField }

/**
 * The market time in epoch ms, and the delay of this subscriber in minutes (D17). The server sends
 * it after the stream opens, because a resumed stream begins without a snapshot. Other servers may
 * omit the delay.
 */
export const CLOCK_EVENT = { now: numberField, delay: optionalNumberField }

/** The state that the next events change. */
export const SNAPSHOT_EVENT = {
  mercado: numberField,
  fecha: dayField,
  delay: numberField,
  precioMercado: ownField,
  montoMercado: ownField,
  promedioCierre: ownField,
}
