import { numberField } from '#src/adapters/http/decode/lenient.ts'

/** Open, high, low and close, in pesos. */
export const CANDLE = { o: numberField, h: numberField, l: numberField, c: numberField }
