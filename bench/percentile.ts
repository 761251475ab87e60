/** Returns a percentile; `part` is from 0 to 1. NaN without values. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN

/** Returns the middle value, or the upper middle value of an even count. NaN without values. */
export const median = (values: readonly number[]): number => percentile(values, 0.5)
