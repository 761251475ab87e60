import type { ReadingRow } from '#src/charts/data/readings.ts'
import type { Band, BaseFormats, ChartPoint, Curve } from '#src/charts/view/chart-props.ts'

type LineFormats = Pick<BaseFormats, 'line' | 'lineLong'>
type CurvePoint = Pick<ChartPoint, 'line' | 'curves' | 'band'>

/** Returns the value of a curve, with the difference of the line to a curve that is compared. */
function toCurveText({ tone, compare }: Curve, value: number, line: number, formats: LineFormats): string {
  const text = (tone === 'index' ? formats.line : formats.lineLong)(value)
  return compare && Number.isFinite(value) ? `${text} ${compare(line, value)}` : text
}

/** Returns the rows of a point's curves, then of the band's upper and lower edge. */
export function toSecondaryRows(
  point: CurvePoint,
  curves: readonly Curve[],
  band: Band | null,
  formats: LineFormats,
): readonly ReadingRow[] {
  const rows: ReadingRow[] = curves.map((curve, index) => ({
    label: curve.label,
    text: toCurveText(curve, point.curves[index] ?? Number.NaN, point.line, formats),
    secondary: curve.tone,
  }))
  if (!band || !point.band) return rows
  const { high, low } = band.labels
  return [
    ...rows,
    { label: high, text: formats.lineLong(point.band.high), secondary: 'band' },
    { label: low, text: formats.lineLong(point.band.low), secondary: 'band' },
  ]
}

/** Returns the same rows as texts for screen readers. */
export const toSpokenRows = (
  point: CurvePoint,
  curves: readonly Curve[],
  band: Band | null,
  { line }: Pick<BaseFormats, 'line'>,
): readonly string[] =>
  toSecondaryRows(point, curves, band, { line, lineLong: line }).map(({ label, text }) => `${label} ${text}`)
