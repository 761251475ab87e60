const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)

/** Compares plain data: records and lists by their fields in any order, typed arrays by identity. */
export function isEqualData(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!(isRecord(one) && isRecord(other)) || Array.isArray(one) !== Array.isArray(other)) return false
  const fields = new Map<string, unknown>(Object.entries(other))
  const entries = Object.entries(one)
  return (
    entries.length === fields.size &&
    entries.every(([name, value]) => fields.has(name) && isEqualData(value, fields.get(name)))
  )
}
