import { type Ref, type RefObject, useImperativeHandle, useRef } from 'react'

import type { ChartPoints } from '#src/application/market/chart-files.ts'
import type { ChartHandle, PictureTexts, PlotMark, Span } from '#src/charts/view/chart-props.ts'
import type { TimeRange } from '#src/domain/charting/chart-view.ts'

/** What a chart shows, in words and numbers. */
export interface ChartContent extends Omit<PictureTexts, 'note'> {
  readonly points: ChartPoints
  /** The part in view. */
  readonly range: TimeRange
  readonly lastPrice: number
}

/** A mounted chart, for its files. */
export interface ShownChart {
  read(): ChartContent
  /** Returns a PNG file; null before the first drawing, and when the browser cannot create it. */
  toPicture(note: string, marks: readonly PlotMark[]): Promise<Uint8Array<ArrayBuffer> | null>
}

/**
 * Offers the chart of the returned handle to a ref. `describe` returns the content of a part of its
 * axis, null for the whole.
 */
export function useShownChart(
  shown: Ref<ShownChart> | undefined,
  describe: (view: Span | null) => ChartContent,
): RefObject<ChartHandle | null> {
  const handle = useRef<ChartHandle>(null)
  useImperativeHandle(shown, () => {
    const read = () => describe(handle.current?.view ?? null)
    return {
      read,
      async toPicture(note, marks) {
        const { title, summary } = read()
        return (await handle.current?.toPicture({ title, summary, note }, marks)) ?? null
      },
    }
  }, [describe])
  return handle
}
