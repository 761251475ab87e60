import type { ReadingRow } from '#src/charts/data/readings.ts'
import type { Band, BaseFormats, ChartPoint, Curve } from '#src/charts/view/chart-props.ts'

type CurvePoint = Pick<ChartPoint, 'curves' | 'band'>

/** Returns the rows of a point's curves, then of the band's upper and lower edge. */
export function toSecondaryRows(
  point: CurvePoint,
  curves: readonly Curve[],
  band: Band | null,
  formats: Pick<BaseFormats, 'line' | 'lineLong'>,
): readonly ReadingRow[] {
  const rows: ReadingRow[] = curves.map(({ label, tone }, index) => ({
    label,
    text: (tone === 'index' ? formats.line : formats.lineLong)(point.curves[index] ?? Number.NaN),
    secondary: tone,
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
