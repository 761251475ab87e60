import { LinearScale, type Tick } from 'chart.js'

/** What an axis shows, and where its grid lines stand. */
export interface AxisView {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
}

/**
 * A linear axis whose range and ticks are decided by the plot. It draws its grid only: labels stand on the overlay, where
 * they make way for the crosshair's tags without redrawing the plot.
 */
export class PlotScale extends LinearScale {
  static override readonly id = 'plot'

  /** Caches of what Chart.js 4.6.1 computes once per layout. Private there: the version is pinned, and a test fails if they vanish. */
  declare _gridLineItems: readonly object[] | null
  declare _labelItems: readonly object[] | null

  override determineDataLimits(): void {}

  override buildTicks(): Tick[] {
    return []
  }

  override generateTickLabels(): void {}

  /** Takes another range, in the same box. Unlike `chart.update` this touches no layout; the caller draws. */
  show({ min, max, ticks }: AxisView): void {
    this.min = min
    this.max = max
    this.ticks = ticks.map((value) => ({ value, label: '' }))
    this.configure()
    this._gridLineItems = null
    this._labelItems = null
  }
}
