import type { ChartData, Chart as ChartJs, ChartOptions, ChartType, Plugin } from 'chart.js'
import { type Ref, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { Chart } from 'react-chartjs-2'

import type { Reading } from '#src/charts/data/readings.ts'
import type { Area } from '#src/charts/draw/paint.ts'
import { createPicture } from '#src/charts/plot/picture.ts'
import type { PlotScene } from '#src/charts/plot/plot-options.ts'
import type { ChartHandle } from '#src/charts/view/chart-props.ts'
import type { PlaneStore } from '#src/charts/view/plane.ts'
import { placeTooltip, Tooltip } from '#src/charts/view/tooltip.tsx'

/** Shows scenes on a chart of react-chartjs-2, whose data and options are constant. */
interface Plot<Type extends ChartType, Data, Scene> {
  readonly type: Type
  readonly data: ChartData<Type, Data>
  readonly options: ChartOptions<Type>
  readonly plugins: Plugin<Type>[]
  /** Where the label of the baseline stands; none without a baseline. */
  readonly label?: Area | null
  /** True when `prepare` would do nothing. */
  readonly isPrepared: boolean
  attach(chart: ChartJs<Type, Data> | null): void
  show(scene: Scene): void
  /** Speeds up the next drawings. Call it after the first drawing. */
  prepare(): void
}

interface Props<Type extends ChartType, Data, Scene> {
  readonly create: (scene: Scene) => Plot<Type, Data, Scene>
  readonly scene: Scene
  /** The values at the crosshair, null without a crosshair. */
  readonly reading: Reading | null
  /** Label of x in the tooltip: `Hora`. */
  readonly xLabel: string
  readonly handle: Ref<ChartHandle> | undefined
  readonly planes: PlaneStore
  /** Called after the first drawing. */
  readonly onDrawn: (() => void) | undefined
}

/** Stores the plane of every drawing. */
function createPlanePlugin<Type extends ChartType>(
  planes: PlaneStore,
  plot: { readonly label?: Area | null },
): Plugin<Type> {
  return {
    id: 'plane',
    afterDraw({ width, height, scales: { x, line } }) {
      if (!x || !line) return
      planes.write({
        width,
        height,
        x: { from: x.min, to: x.max },
        price: { from: line.min, to: line.max },
        area: { left: x.left, right: x.right, top: line.top, bottom: line.bottom },
        label: plot.label ?? null,
      })
    },
  }
}

/** The plot and its tooltip. The parent handles pointer and key events. */
export function PlotCanvas<Type extends ChartType, Data, Scene extends PlotScene>(props: Props<Type, Data, Scene>) {
  const { scene, reading, planes, onDrawn } = props
  const [plot] = useState(() => props.create(scene))
  const [plugins] = useState(() => [...plot.plugins, createPlanePlugin<Type>(planes, plot)])
  const [chart, setChart] = useState<ChartJs<Type, Data> | null>(null)
  const tip = useRef<HTMLDListElement>(null)

  const attach = useCallback(
    (next: ChartJs<Type, Data> | null | undefined) => {
      plot.attach(next ?? null)
      setChart(next ?? null)
    },
    [plot],
  )

  useImperativeHandle(
    props.handle,
    () => ({
      view: scene.view,
      toPicture: async (texts, marks) =>
        chart && createPicture(chart as ChartJs, scene.palette, texts, { marks, label: plot.label ?? null }),
    }),
    [chart, scene, plot],
  )

  useLayoutEffect(() => {
    plot.show(scene)
    if (!chart?.options || chart.currentDevicePixelRatio === scene.ratio) return
    // Chart.js resizes the canvas with its element, but remembers the first pixel ratio.
    chart.options.devicePixelRatio = scene.ratio
    chart.resize()
  }, [plot, chart, scene])

  useEffect(() => {
    // `scene` is a dependency because a new series may need preparing.
    if (plot.isPrepared || !scene) return undefined
    const timer = setTimeout(() => plot.prepare())
    return () => clearTimeout(timer)
  }, [plot, scene])

  useLayoutEffect(() => {
    const { crosshair } = scene
    if (!chart || !crosshair) return undefined
    const place = () => {
      if (tip.current) placeTooltip(tip.current, chart.scales, crosshair)
    }
    place()
    // A chart that gets another size draws later.
    const unsubscribe = planes.subscribe(place)
    return () => void unsubscribe()
  }, [chart, scene, planes])

  useEffect(() => {
    if (chart) onDrawn?.()
  }, [chart, onDrawn])

  return (
    <>
      <Chart
        ref={attach}
        type={plot.type}
        data={plot.data}
        options={plot.options}
        plugins={plugins}
        aria-hidden="true"
      />
      {reading && <Tooltip ref={tip} reading={reading} label={props.xLabel} />}
    </>
  )
}
