import { Scale, type Tick } from 'chart.js'

import { paintGrid } from '#src/charts/draw/axes.ts'
import type { Area } from '#src/charts/draw/paint.ts'

/** Range of an axis and its grid lines. */
export interface AxisView {
  readonly min: number
  readonly max: number
  /** Values of the grid lines. */
  readonly ticks: readonly number[]
  /** Color of the grid lines, null without a grid. */
  readonly grid: string | null
}

export const EMPTY_AXIS: AxisView = { min: 0, max: 1, ticks: [], grid: null }

/**
 * A linear axis with a given range that draws only its grid. The overlay draws the labels, because
 * the crosshair's tags replace some of them. It does not extend `LinearScale`, which chooses its
 * own ticks.
 */
export class PlotScale extends Scale {
  static readonly id = 'plot'
  static readonly defaults = {}

  private view = EMPTY_AXIS

  override determineDataLimits(): void {}

  override buildTicks(): Tick[] {
    return []
  }

  override generateTickLabels(): void {}

  override getPixelForValue(value: number): number {
    return this.getPixelForDecimal((value - this.min) / (this.max - this.min))
  }

  override getValueForPixel(pixel: number): number {
    return this.min + this.getDecimalForPixel(pixel) * (this.max - this.min)
  }

  /** Sets the range and the grid before a full update. */
  setView(view: AxisView): void {
    this.view = view
    this.min = view.min
    this.max = view.max
  }

  /** Sets the range and the grid without a layout; the caller draws the chart. */
  applyView(view: AxisView): void {
    this.setView(view)
    this.configure()
  }

  override draw(area: Area): void {
    const { ticks, grid } = this.view
    if (grid === null) return
    const pixels = ticks.map((tick) => this.getPixelForValue(tick))
    const [xs, ys] = this.isHorizontal() ? [pixels, []] : [[], pixels]
    paintGrid(this.ctx, { area, color: grid, ratio: this.chart.currentDevicePixelRatio, xs, ys })
  }
}
