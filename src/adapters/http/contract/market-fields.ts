import {
  dayField,
  figureField,
  flagField,
  instantField,
  looseTextField,
  numberField,
  optionalTextField,
  ownField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'

/** The figures of a market and term (D45): prices in pesos, amounts in whole US$. */
export const STATISTICS_ROW = {
  mercado: ownField,
  moneda: ownField,
  plazo: numberField,
  monto_acumulado: figureField,
  apertura: figureField,
  cierre: figureField,
  transacciones: figureField,
  promedio: figureField,
  precio_minimo: figureField,
  precio_maximo: figureField,
  monto_promedio: figureField,
  monto_minimo: figureField,
  monto_maximo: figureField,
  monto_ultimo: figureField,
  fecha: dayField,
}

/** A TRM in pesos and the calendar days on which it is in force, both included (D67). */
export const TRM_PERIOD = {
  valor: numberField,
  desde: dayField,
  hasta: dayField,
  /** The TRM before it. */
  valor_anterior: figureField,
}

/** The TRM after the one in force. It is an estimate until the deals of its day are complete. */
export const NEXT_TRM = { ...TRM_PERIOD, estimada: ownField }

/** Texts are plain; `link` is an http(s) address or null. */
export const NEWS_ROW = {
  id: looseTextField,
  headline: ownField,
  body: looseTextField,
  link: optionalTextField,
  fecha: instantField,
}

/** The state of a feed (D53); `actualizado` is the last success. */
export const FEED_ROW = {
  fuente: textField,
  origen: textField,
  actualizado: instantField,
  atrasada: flagField,
}
