import type { ConfigReply } from '#src/adapters/http/contract/config.ts'
import type { FirstParts, FirstView } from '#src/application/market/first-view.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * The data that the script starts from: the configuration, and the values that the page was
 * rendered from.
 */
export interface PageData {
  readonly config: ConfigReply
  readonly first: Omit<FirstView, 'arrivedAt'>
}

/** A column as the integer differences between its values, or unpacked. */
type PackedColumn = { readonly steps: readonly number[]; readonly scale: number } | readonly (number | null)[]

/** Units of the columns: seconds, centavos, whole numbers. */
const SCALES = [0.001, 1, 100] as const

const isExact = (values: Float64Array, scale: number) =>
  values.every(
    (value) => Number.isSafeInteger(Math.round(value * scale)) && Math.round(value * scale) / scale === value,
  )

/** Packs a column without loss; differences of seconds and centavos compress to a third. */
export function packColumn(values: Float64Array): PackedColumn {
  const scale = SCALES.find((candidate) => isExact(values, candidate))
  if (scale === undefined) return Array.from(values, (value) => (Number.isFinite(value) ? value : null))
  let last = 0
  const steps = Array.from(values, (value) => {
    const [before, next] = [last, Math.round(value * scale)]
    last = next
    return next - before
  })
  return { steps, scale }
}

export function unpackColumn(packed: PackedColumn): Float64Array {
  if (!('steps' in packed)) return Float64Array.from(packed, (value) => value ?? Number.NaN)
  let last = 0
  return Float64Array.from(packed.steps, (step) => {
    last += step
    return last / packed.scale
  })
}

const COLUMN = 'columna'

const isPacked = (value: unknown): value is { readonly [COLUMN]: PackedColumn } =>
  typeof value === 'object' && value !== null && COLUMN in value

/** Escapes JSON for a script element, so that no text ends the element or starts a comment. */
const escapeScript = (json: string) => json.replaceAll('<', '\\u003c')

interface WrittenData {
  readonly config: ConfigReply
  readonly renderedAt: Instant
  readonly marketTime: Instant
  readonly parts: Partial<FirstParts>
}

/** The text of the data block. */
export const formatPageData = (data: WrittenData): string =>
  escapeScript(
    JSON.stringify(data, (_name, value: unknown) =>
      value instanceof Float64Array ? { [COLUMN]: packColumn(value) } : value,
    ),
  )

/** Unpacks all columns inside a value. Cheaper than a reviver, which JSON calls for each number. */
function unpack(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isPacked(value)) return unpackColumn(value[COLUMN])
  const record = value as Record<string, unknown>
  for (const [name, part] of Object.entries(record)) record[name] = unpack(part)
  return value
}

/** Reads the data block, which a server of the same release wrote; null for another text. */
export function parsePageData(text: string): PageData | null {
  try {
    const written = unpack(JSON.parse(text)) as Partial<WrittenData> | null
    const { config, renderedAt, marketTime, parts } = written ?? {}
    if (!config || !parts || renderedAt === undefined || marketTime === undefined) return null
    return { config, first: { renderedAt, marketTime, parts } }
  } catch {
    return null
  }
}
