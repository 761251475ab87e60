/** A row of any table. */
export type Row = Readonly<Record<string, unknown>>

interface EncodedBytes {
  readonly base64: string
}

const isEncodedBytes = (value: unknown): value is EncodedBytes =>
  typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string'

const encode = (value: unknown) =>
  value instanceof Uint8Array ? ({ base64: Buffer.from(value).toString('base64') } satisfies EncodedBytes) : value

const decode = (value: unknown) => (isEncodedBytes(value) ? Buffer.from(value.base64, 'base64') : value)

const mapValues = (row: Row, convert: (value: unknown) => unknown): Row =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, convert(value)]))

/** Writes rows as JSON, one per line, with bytes in base64. */
export const toLines = (rows: readonly Row[]): Buffer =>
  Buffer.from(rows.map((row) => `${JSON.stringify(mapValues(row, encode))}\n`).join(''))

/** Parses the lines of `toLines`. */
export const parseLines = (lines: Buffer): readonly Row[] =>
  lines
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => mapValues(JSON.parse(line) as Row, decode))
