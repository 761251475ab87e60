import { useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'

import {
  type ChartChoice,
  type ChartView,
  formatChartChoice,
  parseChartChoice,
  type TimeRange,
  withPeriod,
  withView,
  writeChartChoice,
} from '#src/domain/charting/chart-view.ts'
import type { Period } from '#src/domain/charting/intervals.ts'

/**
 * The chart's choice, from the address (D18). Another view or period adds a history entry, another
 * range does not. The other values of the address stay (D74). Returns the same object until the
 * choice or the path changes.
 */
export function useChartChoice() {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const latest = useRef(query)
  useLayoutEffect(() => {
    latest.current = query
  }, [query])
  const words = formatChartChoice(parseChartChoice(query))
  return useMemo(() => {
    const choice = parseChartChoice(words)
    const go = (next: ChartChoice, options?: { readonly replace: true }) => {
      const nextQuery = writeChartChoice(latest.current, next)
      navigate(nextQuery === '' ? path : `${path}?${nextQuery}`, options)
    }
    return {
      choice,
      chooseView: (view: ChartView) => go(withView(choice, view)),
      choosePeriod: (period: Period) => go(withPeriod(choice, period)),
      chooseRange: (range: TimeRange | null) => go({ ...choice, range }, { replace: true }),
    }
  }, [path, words, navigate])
}

export type ChosenChart = ReturnType<typeof useChartChoice>
