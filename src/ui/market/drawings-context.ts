import { createContext, type RefObject, use } from 'react'

import type { DrawingsView } from '#src/application/market/drawings.ts'
import type { PlotMark } from '#src/charts/view/chart-props.ts'

/** The drawings on the charts of a market, with their marks and their layer on the chart that is shown. */
export interface ChartDrawings {
  readonly view: DrawingsView
  readonly marks: RefObject<readonly PlotMark[]>
  readonly layer: RefObject<HTMLDivElement | null>
  /** Opens their list, with distances to a price. */
  readonly openList: (lastPrice: number) => void
}

const DrawingsContext = createContext<ChartDrawings | null>(null)

export const DrawingsProvider = DrawingsContext.Provider

/** Returns the drawings; null on a screen without them. */
export const useDrawings = (): ChartDrawings | null => use(DrawingsContext)
