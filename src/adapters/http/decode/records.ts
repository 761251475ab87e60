/** A JSON object with unknown properties. */
export type LooseRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is LooseRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an own property, never a property of the prototype; undefined if it is missing. */
export const getField = (record: LooseRecord, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined

const MAX_DEPTH = 8

const getChildren = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value
  return isRecord(value) ? Object.values(value) : []
}

/**
 * Finds the first record that `matches` accepts, in document order and at most eight levels deep;
 * else null. `decode` may replace a value before the search, such as a JSON text by its value.
 */
export function findRecord(
  value: unknown,
  matches: (record: LooseRecord) => boolean,
  decode: (value: unknown) => unknown = (unchanged) => unchanged,
  depth = 0,
): LooseRecord | null {
  const decoded = decode(value)
  if (isRecord(decoded) && matches(decoded)) return decoded
  if (depth === MAX_DEPTH) return null
  for (const child of getChildren(decoded)) {
    const record = findRecord(child, matches, decode, depth + 1)
    if (record) return record
  }
  return null
}

/** Removes up to eight envelopes: `{data: …}`, `{result: …}` or a list with one item. */
export function unwrap(value: unknown, depth = 0): unknown {
  if (depth === MAX_DEPTH) return value
  if (Array.isArray(value) && value.length === 1) return unwrap(value[0], depth + 1)
  const content = isRecord(value) ? (getField(value, 'data') ?? getField(value, 'result')) : undefined
  return content === undefined ? value : unwrap(content, depth + 1)
}

/** Finds the list in up to eight envelopes; null without a list. */
export function findList(value: unknown, depth = 0): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isRecord(value) || depth === MAX_DEPTH) return null
  return findList(getField(value, 'data') ?? getField(value, 'result'), depth + 1)
}
