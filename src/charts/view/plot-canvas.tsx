import type { ChartData, Chart as ChartOf, ChartOptions, ChartType } from 'chart.js'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { Chart } from 'react-chartjs-2'
import type { Reading } from '#src/charts/data/readings.ts'
import { contextFor, type Frame } from '#src/charts/draw/frame.ts'
import { type OverlayScene, paintOverlay } from '#src/charts/draw/overlay.ts'
import { toPixel } from '#src/charts/draw/paint.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import type { PlotGeometry } from '#src/charts/draw/plot-geometry.ts'
import { placeTooltip, Tooltip } from '#src/charts/view/tooltip.tsx'

interface Look {
  readonly frame: Frame
  readonly palette: Palette
}

/** What draws scenes on a chart of react-chartjs-2, which is handed constant data and options. */
export interface Picture<Type extends ChartType, Data, Scene> {
  readonly type: Type
  readonly data: ChartData<Type, Data>
  readonly options: ChartOptions<Type>
  attach(chart: ChartOf<Type, Data> | null): void
  show(scene: Scene): void
  settle(): void
  geometry(): PlotGeometry | null
}

interface Props<Type extends ChartType, Data, Scene> {
  readonly create: () => Picture<Type, Data, Scene>
  readonly scene: Scene
  readonly texts: OverlayScene['texts']
  readonly baseline: OverlayScene['baseline']
  /** The last point of the series, whether in view or not. */
  readonly last: OverlayScene['last']
  /** The point under the crosshair. */
  readonly cursor: Reading | null
  /** The bar that the crosshair is in, of those that the plot shows; null when it is in none. */
  readonly bucketOf?: (geometry: PlotGeometry, x: number) => number | null
  readonly dotted: boolean
  readonly label: string
}

const markOf = ({ x, line }: Reading, bucket: number | null = null) => ({ x, line, bucket })

/** The plot, its overlay and its tooltip: pictures only, whoever holds it listens to pointer and keys. */
export function PlotCanvas<Type extends ChartType, Data, Scene extends Look>(props: Props<Type, Data, Scene>) {
  const { scene, texts, baseline, last, cursor, bucketOf, dotted } = props
  const [plot] = useState(props.create)
  const [attached, setAttached] = useState(false)
  const [first] = useState(scene.frame)
  const overlay = useRef<HTMLCanvasElement>(null)
  const tip = useRef<HTMLDListElement>(null)

  const attach = useCallback(
    (chart: ChartOf<Type, Data> | null | undefined) => {
      plot.attach(chart ?? null)
      setAttached(Boolean(chart))
    },
    [plot],
  )

  useLayoutEffect(() => {
    plot.show(scene)
    const timer = setTimeout(plot.settle)
    return () => clearTimeout(timer)
  }, [plot, scene])

  useLayoutEffect(() => {
    const { frame, palette } = scene
    const geometry = attached ? plot.geometry() : null
    const context = overlay.current && contextFor(overlay.current, frame)
    if (!geometry || !context) return
    const mark = cursor && markOf(cursor, bucketOf?.(geometry, cursor.x))
    paintOverlay(context, { frame, palette, geometry, texts, baseline, last, cursor: mark, dotted })
    if (mark && tip.current) {
      placeTooltip(tip.current, geometry.upper, toPixel(geometry.x, mark.x), toPixel(geometry.line, mark.line))
    }
  }, [plot, attached, scene, texts, baseline, last, cursor, bucketOf, dotted])

  return (
    <>
      <Chart
        ref={attach}
        type={plot.type}
        data={plot.data}
        options={plot.options}
        width={first.width}
        height={first.height}
        aria-hidden="true"
      />
      <canvas ref={overlay} className="chart-overlay" />
      {cursor && <Tooltip ref={tip} reading={cursor} label={props.label} />}
    </>
  )
}
