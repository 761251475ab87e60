import { createMoments } from '#src/domain/charting/indicators.ts'
import type { BandOptions } from '#src/domain/charting/period-chart.ts'
import type { Studies } from '#src/domain/charting/studies.ts'

/**
 * The lines of the chosen indicators: one value per close, NaN while there are too few closes and
 * at a gap. Null for an indicator that is not chosen.
 */
export interface StudyLines {
  readonly sma: Float64Array | null
  readonly ema: Float64Array | null
  readonly bollinger: {
    readonly upper: Float64Array
    readonly middle: Float64Array
    readonly lower: Float64Array
  } | null
  readonly rsi: Float64Array | null
}

/** Reads closes one by one and writes the values of each into `values`. */
export type Step = (close: number, values: Float64Array) => void

function createSma(length: number): Step {
  const next = createMoments(length)
  return (close, values) => {
    values[0] = next(close)?.mean ?? Number.NaN
  }
}

function createBands({ points, deviations }: BandOptions): Step {
  const next = createMoments(points)
  return (close, values) => {
    const { mean, deviation } = next(close) ?? { mean: Number.NaN, deviation: Number.NaN }
    values[0] = mean + deviations * deviation
    values[1] = mean
    values[2] = mean - deviations * deviation
  }
}

/** Starts with the average of the first `length` values; each later value has the given weight. */
function createSmoothed(length: number, weight: number): (value: number) => number {
  let [count, average] = [0, 0]
  return (value) => {
    count += 1
    average = count <= length ? average + value / length : average + (value - average) * weight
    return count < length ? Number.NaN : average
  }
}

function createEma(length: number): Step {
  const smooth = createSmoothed(length, 2 / (length + 1))
  return (close, values) => {
    values[0] = smooth(close)
  }
}

/** Wilder's index: averages of the gains and of the losses from close to close. */
function createRsi(length: number): Step {
  const smoothGains = createSmoothed(length, 1 / length)
  const smoothLosses = createSmoothed(length, 1 / length)
  let last = Number.NaN
  return (close, values) => {
    const change = close - last
    last = close
    if (Number.isNaN(change)) {
      values[0] = Number.NaN
      return
    }
    const gain = smoothGains(Math.max(0, change))
    const loss = smoothLosses(Math.max(0, -change))
    // Without losses the index is 100 by convention, even if there are no gains either.
    values[0] = loss === 0 ? 100 : 100 - 100 / (1 + gain / loss)
  }
}

const INITIAL_CAPACITY = 256

/** Whether `next` is `previous`, or `previous` with further closes in the same memory. */
const isContinued = (next: Float64Array, previous: Float64Array) =>
  next.buffer === previous.buffer && next.byteOffset === previous.byteOffset && next.length >= previous.length

/** Writes the values of the closes from row `first` into the columns; NaN at a gap. */
function computeRows(closes: Float64Array, first: number, step: Step, columns: readonly Float64Array[]): void {
  const values = new Float64Array(columns.length)
  for (let row = first; row < closes.length; row += 1) {
    const close = closes[row] ?? Number.NaN
    if (Number.isNaN(close)) values.fill(Number.NaN)
    else step(close, values)
    for (const [index, column] of columns.entries()) column[row] = values[index] ?? Number.NaN
  }
}

/** Copies the first rows of a column into twice the room. */
function growColumn(column: Float64Array, rows: number): Float64Array {
  const grown = new Float64Array(Math.max(INITIAL_CAPACITY, rows * 2))
  grown.set(column)
  return grown
}

/**
 * Computes the `width` lines of one indicator. Closes that continue the last ones cost only their
 * own values, and the lines continue in the same memory until it is full. Earlier lines never
 * change.
 */
export function createColumns(width: number, createStep: () => Step) {
  const createEmpty = () => Array.from({ length: width }, () => new Float64Array(0))
  let closes: Float64Array = new Float64Array(0)
  let columns: readonly Float64Array[] = createEmpty()
  let step = createStep()

  return (next: Float64Array): readonly Float64Array[] => {
    if (!isContinued(next, closes)) {
      closes = new Float64Array(0)
      columns = createEmpty()
      step = createStep()
    }
    const rows = next.length
    if (rows > (columns[0]?.length ?? 0)) columns = columns.map((column) => growColumn(column, rows))
    computeRows(next, closes.length, step, columns)
    closes = next
    return columns.map((column) => column.subarray(0, rows))
  }
}

type ReadColumns = ReturnType<typeof createColumns>

/**
 * Creates a function that computes the chosen indicators of closes. It remembers the last closes:
 * see `createColumns`. An indicator with other options starts again.
 */
export function createStudyLines(): (studies: Studies, closes: Float64Array) => StudyLines {
  const readers = new Map<string, { readonly options: string; readonly read: ReadColumns }>()

  function readColumns<Options>(
    kind: keyof Studies,
    options: Options | null,
    width: number,
    create: (options: Options) => Step,
    closes: Float64Array,
  ): readonly Float64Array[] | null {
    if (options === null) {
      readers.delete(kind)
      return null
    }
    const key = JSON.stringify(options)
    const last = readers.get(kind)
    const reader = last?.options === key ? last : { options: key, read: createColumns(width, () => create(options)) }
    readers.set(kind, reader)
    return reader.read(closes)
  }

  return ({ sma, ema, bollinger, rsi }, closes) => {
    const [upper, middle, lower] = readColumns('bollinger', bollinger, 3, createBands, closes) ?? []
    return {
      sma: readColumns('sma', sma, 1, createSma, closes)?.[0] ?? null,
      ema: readColumns('ema', ema, 1, createEma, closes)?.[0] ?? null,
      bollinger: upper && middle && lower ? { upper, middle, lower } : null,
      rsi: readColumns('rsi', rsi, 1, createRsi, closes)?.[0] ?? null,
    }
  }
}
