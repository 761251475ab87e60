import { customField, directionField, figureField } from '#src/adapters/http/decode/lenient.ts'

/** Prices in pesos and the time of the last visible deal. All are null before the first deal. */
export const CLOSE_AND_AVERAGE = { close: figureField, avg: figureField, time: customField }

/**
 * Prices in pesos, with their directions since the previous trading day (D46). Names with
 * `_anterior` are figures of the previous trading day (D66).
 */
export const PRICES = {
  trm: figureField,
  trmchange: directionField,
  open: figureField,
  openchange: directionField,
  low: figureField,
  lowchange: directionField,
  high: figureField,
  highchange: directionField,
  trm_anterior: figureField,
  open_anterior: figureField,
  low_anterior: figureField,
  high_anterior: figureField,
  close_anterior: figureField,
}

/**
 * Amounts in whole US$ (D47); `close` is the last amount. Before the first deal, `sum` and `count`
 * are 0 and the other amounts null.
 */
export const AMOUNTS = {
  sum: figureField,
  close: customField,
  avg: figureField,
  low: figureField,
  high: figureField,
  count: figureField,
}
