import {
  customField,
  dayField,
  figureField,
  flagField,
  instantField,
  looseTextField,
  nullableTextField,
  numberField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'

/** The figures of a market and term (D45): prices in pesos, amounts in whole US$. */
export const STATISTICS_ROW = {
  mercado: customField,
  moneda: customField,
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

/** A TRM in pesos, and its first and last calendar day in force (D67). */
export const TRM_PERIOD = {
  valor: numberField,
  desde: dayField,
  hasta: dayField,
  /** The previous TRM. */
  valor_anterior: figureField,
}

/** The TRM after the TRM in force. It is an estimate until the deals of its day are complete. */
export const NEXT_TRM = { ...TRM_PERIOD, estimada: customField }

/** A news item with plain texts; `link` is an http(s) URL or null. */
export const NEWS_ROW = {
  id: looseTextField,
  headline: customField,
  body: looseTextField,
  link: nullableTextField,
  fecha: instantField,
}

/** The status of a feed (D53); `actualizado` is the time of the last success. */
export const FEED_ROW = {
  fuente: textField,
  origen: textField,
  actualizado: instantField,
  atrasada: flagField,
}
