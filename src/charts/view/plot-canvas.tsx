import type { ChartData, Chart as ChartJs, ChartOptions, ChartType } from 'chart.js'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Chart } from 'react-chartjs-2'

import type { Reading } from '#src/charts/data/readings.ts'
import { type CanvasSize, prepareContext } from '#src/charts/draw/canvas-size.ts'
import { type OverlayScene, paintOverlay } from '#src/charts/draw/overlay.ts'
import { toPixel } from '#src/charts/draw/paint.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import type { PlotGeometry } from '#src/charts/draw/plot-geometry.ts'
import { placeTooltip, Tooltip } from '#src/charts/view/tooltip.tsx'

interface SceneBase {
  readonly canvasSize: CanvasSize
  readonly palette: Palette
}

/** Draws scenes on a chart of react-chartjs-2, whose data and options are constant. */
interface ScenePlot<Type extends ChartType, Data, Scene> {
  readonly type: Type
  readonly data: ChartData<Type, Data>
  readonly options: ChartOptions<Type>
  /** True when `prepare` would do nothing. */
  readonly isPrepared: boolean
  attach(chart: ChartJs<Type, Data> | null): void
  show(scene: Scene): void
  /** Speeds up the next drawings. Call it after the first drawing. */
  prepare(): void
  geometry(): PlotGeometry | null
}

interface Props<Type extends ChartType, Data, Scene> {
  readonly create: () => ScenePlot<Type, Data, Scene>
  readonly scene: Scene
  readonly texts: OverlayScene['texts']
  readonly baseline: OverlayScene['baseline']
  /** The last point of the series, even if it is out of view. */
  readonly last: OverlayScene['last']
  /** The point under the crosshair. */
  readonly crosshair: Reading | null
  /** Returns the index of the drawn bar at `x`, null without bars. */
  readonly findBucket?: (geometry: PlotGeometry, x: number) => number | null
  readonly hasDots: boolean
  /** Label of x in the tooltip: `Hora`. */
  readonly xLabel: string
  /** Called after the first drawing of plot and overlay. */
  readonly onDrawn: (() => void) | undefined
}

const toMark = ({ x, line }: Reading, bucket: number | null = null) => ({ x, line, bucket })

/** The plot, its overlay and its tooltip. The parent handles pointer and key events. */
export function PlotCanvas<Type extends ChartType, Data, Scene extends SceneBase>(props: Props<Type, Data, Scene>) {
  const { scene, texts, baseline, last, crosshair, findBucket, hasDots, onDrawn } = props
  const [plot] = useState(props.create)
  const [isAttached, setAttached] = useState(false)
  const [firstSize] = useState(scene.canvasSize)
  const overlay = useRef<HTMLCanvasElement>(null)
  const tip = useRef<HTMLDListElement>(null)

  const attach = useCallback(
    (chart: ChartJs<Type, Data> | null | undefined) => {
      plot.attach(chart ?? null)
      setAttached(Boolean(chart))
    },
    [plot],
  )

  useLayoutEffect(() => plot.show(scene), [plot, scene])

  useEffect(() => {
    // `scene` is a dependency because a new series may need preparing.
    if (plot.isPrepared || !scene) return undefined
    const timer = setTimeout(() => plot.prepare())
    return () => clearTimeout(timer)
  }, [plot, scene])

  useLayoutEffect(() => {
    const { canvasSize, palette } = scene
    const geometry = isAttached ? plot.geometry() : null
    const context = geometry && overlay.current && prepareContext(overlay.current, canvasSize)
    if (!context) return
    const mark = crosshair && toMark(crosshair, findBucket?.(geometry, crosshair.x))
    paintOverlay(context, { canvasSize, palette, geometry, texts, baseline, last, crosshair: mark, hasDots })
    if (mark && tip.current) {
      placeTooltip(tip.current, geometry.upper, toPixel(geometry.x, mark.x), toPixel(geometry.line, mark.line))
    }
  }, [plot, isAttached, scene, texts, baseline, last, crosshair, findBucket, hasDots])

  useEffect(() => {
    if (isAttached) onDrawn?.()
  }, [isAttached, onDrawn])

  return (
    <>
      <Chart
        ref={attach}
        type={plot.type}
        data={plot.data}
        options={plot.options}
        width={firstSize.width}
        height={firstSize.height}
        aria-hidden="true"
      />
      <canvas ref={overlay} className="chart-overlay" />
      {crosshair && <Tooltip ref={tip} reading={crosshair} label={props.xLabel} />}
    </>
  )
}
