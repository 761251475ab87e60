import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'

import {
  type ChartChoice,
  type ChartView,
  formatChartChoice,
  parseChartChoice,
  type TimeRange,
  withPeriod,
  withView,
} from '#src/domain/charting/chart-view.ts'
import type { Period } from '#src/domain/charting/intervals.ts'

/**
 * The chart's choice, from the address (D18). Another view or period adds a history entry, another
 * range does not. Returns the same object until the address changes.
 */
export function useChartChoice() {
  const [path, navigate] = useLocation()
  const query = useSearch()
  return useMemo(() => {
    const choice = parseChartChoice(query)
    const go = (next: ChartChoice, options?: { readonly replace: true }) => {
      const words = formatChartChoice(next)
      navigate(words === '' ? path : `${path}?${words}`, options)
    }
    return {
      choice,
      chooseView: (view: ChartView) => go(withView(choice, view)),
      choosePeriod: (period: Period) => go(withPeriod(choice, period)),
      chooseRange: (range: TimeRange | null) => go({ ...choice, range }, { replace: true }),
    }
  }, [path, query, navigate])
}

export type ChosenChart = ReturnType<typeof useChartChoice>
