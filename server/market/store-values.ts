/** Narrows the value of a column to one of these values; throws for other values. */
export function parseChoice<T>(values: readonly T[], value: unknown): T {
  const found = values.find((candidate) => candidate === value)
  if (found === undefined) throw new Error(`market store: ${String(value)} is not one of ${values.join(', ')}`)
  return found
}
