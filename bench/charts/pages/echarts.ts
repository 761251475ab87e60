import { BarChart, LineChart } from 'echarts/charts'
import { DatasetComponent, DataZoomInsideComponent, GridComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

import { COLORS, formatClock } from '#bench/charts/labels.ts'
import { createDeals, type DrawLine, type PriceColumns, SIZE } from '#bench/charts/picture.ts'
import { registerTrial } from '#bench/charts/trial.ts'

use([LineChart, BarChart, GridComponent, DatasetComponent, DataZoomInsideComponent, CanvasRenderer])

const SIDES = { left: 8, right: 56 }
const AXIS = { axisLine: { show: false }, axisTick: { show: false }, splitLine: { lineStyle: { color: COLORS.grid } } }
const X_AXIS = { ...AXIS, type: 'value' as const, min: 'dataMin' as const, max: 'dataMax' as const }

/** ECharts copies the arrays. */
const toDataset = ({ x, line, bars }: PriceColumns) => ({ source: { x, line, bars } })

const draw: DrawLine = (element, series) => {
  const chart = init(element, null, { ...SIZE, renderer: 'canvas', devicePixelRatio: 1 })
  chart.setOption({
    animation: false,
    dataset: toDataset(series),
    grid: [
      { ...SIDES, top: 10, height: 280 },
      { ...SIDES, top: 300, height: 70 },
    ],
    xAxis: [
      { ...X_AXIS, gridIndex: 0, axisLabel: { show: false } },
      { ...X_AXIS, gridIndex: 1, axisLabel: { formatter: formatClock, color: COLORS.text } },
    ],
    yAxis: [
      { ...AXIS, gridIndex: 0, type: 'value', scale: true, position: 'right', axisLabel: { color: COLORS.text } },
      { ...AXIS, gridIndex: 1, type: 'value', position: 'right', splitNumber: 1, axisLabel: { color: COLORS.text } },
    ],
    dataZoom: { type: 'inside', xAxisIndex: [0, 1], filterMode: 'filter', zoomLock: true },
    series: [
      {
        type: 'line',
        encode: { x: 'x', y: 'line' },
        sampling: 'lttb',
        showSymbol: false,
        silent: true,
        lineStyle: { color: COLORS.line, width: 1.75 },
      },
      {
        type: 'bar',
        xAxisIndex: 1,
        yAxisIndex: 1,
        encode: { x: 'x', y: 'bars' },
        sampling: 'max',
        large: true,
        silent: true,
        itemStyle: { color: COLORS.bar },
      },
    ],
  })
  return {
    append: (longer) => chart.setOption({ dataset: toDataset(longer) }),
    zoom: ({ from, to }) =>
      chart.dispatchAction({ type: 'dataZoom', dataZoomIndex: 0, startValue: from, endValue: to }, { flush: true }),
    destroy: () => chart.dispose(),
  }
}

registerTrial(draw, createDeals)
