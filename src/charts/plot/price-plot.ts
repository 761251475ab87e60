import type { ChartData, ChartOptions, Plugin } from 'chart.js'

import { type Columns, createColumns } from '#src/charts/data/columns.ts'
import type { CleanCurves } from '#src/charts/data/curves.ts'
import { findLineExtent, joinSpans, type PixelSpan } from '#src/charts/draw/line-extent.ts'
import { type Area, mapX, mapY } from '#src/charts/draw/paint.ts'
import { lineRange } from '#src/charts/draw/steps.ts'
import { type BarsScene, toBarFrame, toBarsDataset } from '#src/charts/plot/bars.ts'
import type { ColumnChart, ColumnData, ColumnDataset, ColumnType } from '#src/charts/plot/column-controllers.ts'
import { createCurveLines, findExtremes, LINE_AXES } from '#src/charts/plot/curve-lines.ts'
import { createMarks } from '#src/charts/plot/marks.ts'
import { moveRange } from '#src/charts/plot/move-range.ts'
import {
  createBarAxis,
  createBottomAxis,
  createIndexAxis,
  createLineAxis,
  createPlotOptions,
  hasSameStyle,
} from '#src/charts/plot/plot-options.ts'
import type { ChartSeries } from '#src/charts/view/chart-props.ts'

/** What a price plot shows. */
export interface PriceScene extends BarsScene {
  /** The result of `cleanSeries`. */
  readonly series: ChartSeries
  /** The result of `createCurveCleaner`. */
  readonly curves: CleanCurves
  /** Space above and below the line, and above the highest bar, in their own units. */
  readonly padding: { readonly line: number; readonly bars: number }
}

const LINE_WIDTH = 1.75
const BAND_EDGE = { borderWidth: 1.25, borderDash: [4, 3] }

/**
 * Creates a Chart.js chart of a line, its curves and its band, with bars in a second pane and an
 * index in a third. The number and kind of its datasets are constant. `columns` may be shared with the overview.
 */
export function createPricePlot(first: PriceScene, columns: Columns = createColumns()) {
  let chart: ColumnChart | null = null
  let scene = first
  const hasBars = first.series.bars !== null
  const curves = createCurveLines(first.curves)
  const band = first.curves.band && { low: createColumns(), high: createColumns() }
  const edges = band ? [band.low, band.high] : []
  /** The lines of the upper pane. */
  const lines = [columns, ...curves.upper, ...edges]
  let frame = toFrame()

  function loadData(): void {
    const { series } = scene
    const load = (target: Columns, line: Float64Array) => target.setSeries({ x: series.x, line, bars: null })
    columns.setSeries(series)
    curves.load(series.x, scene.curves)
    if (!band || !scene.curves.band) return
    load(band.low, scene.curves.band.low)
    load(band.high, scene.curves.band.high)
  }

  /** Loads the data of the scene. Returns the ranges of its axes and its bars. */
  function toFrame() {
    const { view, baseline, padding } = scene
    loadData()
    const { low, high } = findExtremes(lines, view)
    const bars = toBarFrame(columns, scene)
    return {
      bars,
      hasLineTicks: low <= high || baseline !== null,
      ranges: { x: view, line: lineRange(low, high, baseline?.value ?? null, padding.line), bars: bars.range },
    }
  }

  /** Chart.js draws the first dataset last: the line is on top. */
  function toDatasets(): ColumnDataset[] {
    const { palette, baseline } = scene
    const { over: above, under: below, horizon: borderColor } = palette
    return [
      {
        ...LINE_AXES,
        type: 'columnLine',
        data: columns,
        borderColor: palette.line,
        borderWidth: LINE_WIDTH,
        tint: baseline && { baseline: baseline.value, above, below, borderColor },
      },
      ...curves.toDatasets(palette),
      ...(band
        ? [
            {
              ...LINE_AXES,
              ...BAND_EDGE,
              type: 'columnBand' as const,
              data: band,
              borderColor: palette.bandEdge,
              backgroundColor: palette.band,
            },
          ]
        : []),
      ...(hasBars ? [toBarsDataset(frame.bars, scene)] : []),
    ]
  }

  const toOptions = (): ChartOptions<ColumnType> => ({
    ...createPlotOptions(scene),
    scales: {
      x: createBottomAxis(scene.view, () => scene),
      line: createLineAxis(
        frame.ranges.line,
        () => scene,
        () => frame.hasLineTicks,
      ),
      ...(hasBars && {
        bars: createBarAxis(
          frame.ranges.bars,
          () => scene,
          () => frame.bars.barTick,
        ),
      }),
      ...(curves.hasIndex && { index: createIndexAxis(() => scene) }),
    },
  })

  function findSpan(left: number, right: number): PixelSpan | null {
    const { x, line } = chart?.scales ?? {}
    if (!x || !line) return null
    const [toX, toY] = [mapX(x), mapY(line)]
    return lines.map((column) => findLineExtent(column, toX, toY, left, right)).reduce(joinSpans, null)
  }

  /** The scene whose colours and sizes the chart has. */
  let styled = first

  function draw(target: ColumnChart): void {
    for (const [index, dataset] of toDatasets().entries()) Object.assign(target.data.datasets[index] ?? {}, dataset)
    if (hasSameStyle(scene, styled)) {
      moveRange(target, frame.ranges)
      return
    }
    styled = scene
    target.options = toOptions()
    target.update('none')
  }

  const data: ChartData<ColumnType, ColumnData> = { datasets: toDatasets() }
  let label: Area | null = null
  const onLabel = (next: Area | null) => {
    label = next
  }
  const plugins: Plugin<ColumnType>[] = [createMarks(() => scene, findSpan, onLabel)]
  return {
    type: 'columnLine' as const,
    data,
    options: toOptions(),
    plugins,
    /** Sets the chart that shows the scenes, null after it was destroyed. */
    attach(target: ColumnChart | null): void {
      chart = target
      styled = first
      if (chart && scene !== first) draw(chart)
    },
    show(next: PriceScene): void {
      if (next === scene) return
      scene = next
      frame = toFrame()
      if (chart) draw(chart)
    },
    get label() {
      return label
    },
    /** True when `prepare` would do nothing. */
    get isPrepared() {
      return [columns, ...curves.all, ...edges].every(({ isPrepared }) => isPrepared)
    },
    /**
     * Speeds up the next drawings of a large series. It takes milliseconds: call it after the first
     * drawing.
     */
    prepare(): void {
      for (const line of [columns, ...curves.all, ...edges]) line.prepare()
    },
  }
}
