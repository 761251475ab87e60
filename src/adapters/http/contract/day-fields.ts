import { directionField, figureField, ownField } from '#src/adapters/http/decode/lenient.ts'

/**
 * Prices in pesos; `time` is the time of the last visible deal. All are null before the first deal.
 */
export const CLOSE_AND_AVERAGE = { close: figureField, avg: figureField, time: ownField }

/**
 * Prices in pesos, each with its direction since the previous trading day (D46) and the figure of
 * that day; `close_anterior` is its close (D66).
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
 * Amounts in whole US$ (D47). Before the first deal `sum` and `count` are 0 and the others null.
 * `close` is the last amount.
 */
export const AMOUNTS = {
  sum: figureField,
  close: ownField,
  avg: figureField,
  low: figureField,
  high: figureField,
  count: figureField,
}
