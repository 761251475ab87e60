import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Chart } from 'react-chartjs-2'
import { cleanSeries } from '#src/charts/data/series.ts'
import { type CanvasSize, prepareContext } from '#src/charts/draw/canvas-size.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import { type PlotChart, registerPlot } from '#src/charts/plot/plot-controllers.ts'
import { createSparkPlot } from '#src/charts/plot/spark-plot.ts'
import type { SparkChartProps } from '#src/charts/view/chart-props.ts'
import { useCanvasSize, usePalette } from '#src/charts/view/use-canvas-style.ts'

registerPlot()

/**
 * A line without crosshair. Screen readers read its label instead. Load it lazily, because it
 * imports Chart.js.
 */
export function SparkChart({ series, formats, label }: SparkChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const canvasSize = useCanvasSize(box)
  const palette = usePalette()
  return (
    <figure className="chart-spark">
      <div ref={box}>
        {canvasSize && <SparkCanvas series={series} formats={formats} canvasSize={canvasSize} palette={palette} />}
      </div>
      <figcaption className="chart-words">{label}</figcaption>
    </figure>
  )
}

interface Props extends Omit<SparkChartProps, 'label'> {
  readonly canvasSize: CanvasSize
  readonly palette: Palette
}

function SparkCanvas({ series: { x, line }, formats, canvasSize, palette }: Props) {
  const [plot] = useState(createSparkPlot)
  const [isAttached, setAttached] = useState(false)
  const [firstSize] = useState(canvasSize)
  const overlay = useRef<HTMLCanvasElement>(null)
  const series = useMemo(() => cleanSeries({ x, line, bars: null }), [x, line])

  const attach = useCallback(
    (chart: PlotChart | null | undefined) => {
      plot.attach(chart ?? null)
      setAttached(Boolean(chart))
    },
    [plot],
  )

  useLayoutEffect(() => {
    plot.show({ series, canvasSize, palette, formatX: formats.x, formatLineTick: formats.lineTick })
    const context = overlay.current && prepareContext(overlay.current, canvasSize)
    if (isAttached && context) plot.paint(context)
  }, [plot, isAttached, series, canvasSize, palette, formats])

  return (
    <>
      <Chart
        ref={attach}
        type="columnLine"
        data={plot.data}
        options={plot.options}
        datasetIdKey="yAxisID"
        width={firstSize.width}
        height={firstSize.height}
        aria-hidden="true"
      />
      <canvas ref={overlay} />
    </>
  )
}
