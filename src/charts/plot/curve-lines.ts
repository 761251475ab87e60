import { type Columns, createColumns } from '#src/charts/data/columns.ts'
import type { CleanCurves } from '#src/charts/data/curves.ts'
import { lowerBound, upperBound } from '#src/charts/data/series.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import type { LineDataset } from '#src/charts/plot/column-controllers.ts'
import type { CurveTone, Span } from '#src/charts/view/chart-props.ts'

export const LINE_AXES = { xAxisID: 'x', yAxisID: 'line', clip: false } as const

const CURVES = {
  short: { ...LINE_AXES, borderWidth: 1.5, borderDash: [6, 3] },
  long: { ...LINE_AXES, borderWidth: 1.5, borderDash: [2, 3] },
  middle: { ...LINE_AXES, borderWidth: 1.25, borderDash: [] },
  simple: { ...LINE_AXES, borderWidth: 1.5, borderDash: [10, 3] },
  exponential: { ...LINE_AXES, borderWidth: 1.5, borderDash: [8, 3, 2, 3] },
  bands: { ...LINE_AXES, borderWidth: 1.25, borderDash: [4, 2, 1, 2] },
  trm: { ...LINE_AXES, borderWidth: 1.5, borderDash: [1, 3], isStepped: true },
  previous: { ...LINE_AXES, borderWidth: 1.25, borderDash: [5, 2, 1, 2] },
  other: { ...LINE_AXES, borderWidth: 1.5, borderDash: [12, 4] },
  date: { ...LINE_AXES, borderWidth: 1.25, borderDash: [3, 3] },
  index: { ...LINE_AXES, yAxisID: 'index', borderWidth: 1.5, borderDash: [] },
} as const satisfies Record<CurveTone, Omit<LineDataset, 'type' | 'data' | 'borderColor'>>

/** Returns the lowest and highest value of all lines in view; `low` > `high` without points. */
export function findExtremes(lines: readonly Columns[], view: Span) {
  const extremes = { low: 0, high: 0 }
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const line of lines) {
    const start = lowerBound(line.x, view.from, 0, line.count)
    line.extremes(start, upperBound(line.x, view.to, start, line.count), extremes)
    low = Math.min(low, extremes.low)
    high = Math.max(high, extremes.high)
  }
  return { low, high }
}

/** The curves of a plot: a line each. Their number and tones are constant. */
export function createCurveLines({ curves: first }: CleanCurves) {
  const curves = first.map(({ tone }) => ({ tone, columns: createColumns() }))
  const selectColumns = (isIndex: boolean) =>
    curves.filter(({ tone }) => (tone === 'index') === isIndex).map(({ columns }) => columns)
  return {
    all: curves.map(({ columns }) => columns),
    /** The lines in the pane of the price. */
    upper: selectColumns(false),
    hasIndex: selectColumns(true).length > 0,
    load(x: Float64Array, { curves: loaded }: CleanCurves): void {
      for (const [index, { columns }] of curves.entries())
        columns.setSeries({ x, line: loaded[index]?.values ?? new Float64Array(x.length), bars: null })
    },
    /** Chart.js draws the first dataset last: the first curve is on top. */
    toDatasets: (palette: Palette): readonly LineDataset[] =>
      curves
        .map(({ tone, columns }) => ({
          ...CURVES[tone],
          type: 'columnLine' as const,
          data: columns,
          borderColor: palette[tone],
        }))
        .reverse(),
  }
}
