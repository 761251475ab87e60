/** A JSON object whose properties are not known yet. */
export type LooseRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is LooseRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An own property; never one of the prototype. */
export const fieldOf = (record: LooseRecord, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined

const DEEPEST = 8

const childrenOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []

/**
 * The first record, in reading order and at most eight levels down, that fits; null when none does.
 * `opened` may turn a value into another one before it is looked at, as JSON in a string into that JSON.
 */
export function findRecord(
  value: unknown,
  fits: (record: LooseRecord) => boolean,
  opened: (value: unknown) => unknown = (same) => same,
  depth = 0,
): LooseRecord | null {
  const inside = opened(value)
  if (isRecord(inside) && fits(inside)) return inside
  if (depth === DEEPEST) return null
  for (const child of childrenOf(inside)) {
    const found = findRecord(child, fits, opened, depth + 1)
    if (found) return found
  }
  return null
}

/** The value inside up to eight wrappings `{data: …}`, `{result: …}` or a list of one. */
export function unwrapped(value: unknown, depth = 0): unknown {
  if (depth === DEEPEST) return value
  if (Array.isArray(value) && value.length === 1) return unwrapped(value[0], depth + 1)
  const inner = isRecord(value) ? (fieldOf(value, 'data') ?? fieldOf(value, 'result')) : undefined
  return inner === undefined ? value : unwrapped(inner, depth + 1)
}

/** The list inside up to eight wrappings; null when there is none. */
export function listIn(value: unknown, depth = 0): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isRecord(value) || depth === DEEPEST) return null
  return listIn(fieldOf(value, 'data') ?? fieldOf(value, 'result'), depth + 1)
}
