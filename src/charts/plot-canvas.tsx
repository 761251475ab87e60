import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Chart } from 'react-chartjs-2'

import { bucketStart } from '#src/charts/buckets.ts'
import type { Baseline, ChartFormats, ChartLabels, ChartPoint } from '#src/charts/chart-props.ts'
import { contextFor } from '#src/charts/frame.ts'
import { paintOverlay } from '#src/charts/overlay.ts'
import { toPixel } from '#src/charts/paint.ts'
import { createPlot, type PlotScene } from '#src/charts/plot.ts'
import { type PlotChart, registerPlot } from '#src/charts/plot-controllers.ts'
import { placeTooltip, Tooltip } from '#src/charts/tooltip.tsx'

registerPlot()

interface Props {
  readonly scene: PlotScene
  readonly baseline: Baseline | null
  /** The last point of the series, whether in view or not. */
  readonly last: ChartPoint | null
  /** The point under the crosshair. */
  readonly cursor: ChartPoint | null
  readonly narrow: boolean
  readonly formats: ChartFormats
  readonly labels: ChartLabels
}

/** The plot, its overlay and its tooltip: pictures only, whoever holds it listens to pointer and keys. */
export function PlotCanvas({ scene, baseline, last, cursor, narrow, formats, labels }: Props) {
  const [plot] = useState(createPlot)
  const [attached, setAttached] = useState(false)
  const [first] = useState(scene.frame)
  const overlay = useRef<HTMLCanvasElement>(null)
  const tip = useRef<HTMLDListElement>(null)

  const attach = useCallback(
    (chart: PlotChart | null | undefined) => {
      plot.attach(chart ?? null)
      setAttached(Boolean(chart))
    },
    [plot],
  )

  useLayoutEffect(() => plot.show(scene), [plot, scene])

  useEffect(() => {
    const timer = setTimeout(plot.settle)
    return () => clearTimeout(timer)
  })

  useLayoutEffect(() => {
    const geometry = attached ? plot.geometry() : null
    const context = overlay.current && contextFor(overlay.current, scene.frame)
    if (!geometry || !context) return
    const { from, step } = geometry.buckets
    const mark = cursor && { ...cursor, bucket: Math.round((bucketStart(cursor.x, step, scene.domain) - from) / step) }
    const texts = { ...formats, barTick: (value: number) => formats.barTick(value, narrow) }
    paintOverlay(context, { frame: scene.frame, palette: scene.palette, geometry, texts, baseline, last, cursor: mark })
    if (mark && tip.current) {
      placeTooltip(tip.current, geometry.upper, toPixel(geometry.x, mark.x), toPixel(geometry.line, mark.line))
    }
  })

  return (
    <>
      <Chart
        ref={attach}
        type="columnLine"
        data={plot.data}
        options={plot.options}
        datasetIdKey="yAxisID"
        width={first.width}
        height={first.height}
        aria-hidden="true"
      />
      <canvas ref={overlay} className="chart-overlay" />
      {cursor && <Tooltip ref={tip} point={cursor} formats={formats} labels={labels} />}
    </>
  )
}
