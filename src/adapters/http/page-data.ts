import type { ConfigReply } from '#src/adapters/http/contract/config.ts'
import type { FirstView } from '#src/application/market/first-view.ts'
import type { FirstParts } from '#src/application/market/ports.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * The data block of a rendered page: the configuration and the values in the page.
 */
interface PageData {
  readonly config: ConfigReply
  readonly first: Omit<FirstView, 'arrivedAt'>
}

/**
 * A column as differences of scaled integers, the first from 0; or as plain values.
 */
type PackedColumn = { readonly steps: readonly number[]; readonly scale: number } | readonly (number | null)[]

/** Factors that make the values whole: ms to seconds, whole numbers, pesos to centavos. */
const SCALES = [0.001, 1, 100] as const

const isExact = (values: Float64Array, scale: number) =>
  values.every(
    (value) => Number.isSafeInteger(Math.round(value * scale)) && Math.round(value * scale) / scale === value,
  )

/** Packs a column without loss; differences of seconds and centavos compress to a third. */
export function packColumn(values: Float64Array): PackedColumn {
  const scale = SCALES.find((candidate) => isExact(values, candidate))
  if (scale === undefined) return Array.from(values, (value) => (Number.isFinite(value) ? value : null))
  let lastScaled = 0
  const steps = Array.from(values, (value) => {
    const scaled = Math.round(value * scale)
    const step = scaled - lastScaled
    lastScaled = scaled
    return step
  })
  return { steps, scale }
}

export function unpackColumn(packed: PackedColumn): Float64Array {
  if (!('steps' in packed)) return Float64Array.from(packed, (value) => value ?? Number.NaN)
  let lastScaled = 0
  return Float64Array.from(packed.steps, (step) => {
    lastScaled += step
    return lastScaled / packed.scale
  })
}

/** Marks a packed column in the JSON. */
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

/** The offline worker marks the block of the page that it saves. */
type ReadData = Partial<WrittenData & Pick<FirstView, 'saved'>>

/** Formats the text of the data block. */
export const formatPageData = (data: WrittenData): string =>
  escapeScript(
    JSON.stringify(data, (_name, value: unknown) =>
      value instanceof Float64Array ? { [COLUMN]: packColumn(value) } : value,
    ),
  )

/** Unpacks all columns in place. Faster than a reviver, which JSON calls for each number. */
function unpackColumns(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isPacked(value)) return unpackColumn(value[COLUMN])
  const record = value as Record<string, unknown>
  for (const [name, part] of Object.entries(record)) record[name] = unpackColumns(part)
  return value
}

/** Parses a data block of a server with the same release; null for an invalid text. */
export function parsePageData(text: string): PageData | null {
  try {
    const data = unpackColumns(JSON.parse(text)) as ReadData | null
    const { config, renderedAt, marketTime, parts, saved } = data ?? {}
    if (!config || !parts || renderedAt === undefined || marketTime === undefined) return null
    return { config, first: { renderedAt, marketTime, parts, saved } }
  } catch {
    return null
  }
}
