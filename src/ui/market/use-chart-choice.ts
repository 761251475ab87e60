import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { formatChartChoice, parseChartChoice, writeChartChoice } from '#src/application/navigation/query.ts'

import {
  type ChartChoice,
  type ChartView,
  type TimeRange,
  withPeriod,
  withView,
} from '#src/domain/charting/chart-view.ts'
import type { Period } from '#src/domain/charting/intervals.ts'

/**
 * Returns the query of the address, and a function that changes its latest state. The function is the
 * same until the path changes.
 */
export function useQueryChange() {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const latestQuery = useRef(query)
  useLayoutEffect(() => {
    latestQuery.current = query
  }, [query])
  const changeQuery = useCallback(
    (write: (query: string) => string, options?: { readonly replace: true }) => {
      const nextQuery = write(latestQuery.current)
      navigate(nextQuery === '' ? path : `${path}?${nextQuery}`, options)
    },
    [path, navigate],
  )
  return { query, changeQuery }
}

/**
 * Reads and writes the chart's view, period and range in the address (D18). A new view or period
 * adds a history entry; a new range replaces the current entry. Other parameters of the address do
 * not change (D74). Returns the same object until the choice or the path changes.
 */
export function useChartChoice() {
  const { query, changeQuery } = useQueryChange()
  const choiceQuery = formatChartChoice(parseChartChoice(query))
  return useMemo(() => {
    const choice = parseChartChoice(choiceQuery)
    const navigateTo = (next: ChartChoice, options?: { readonly replace: true }) =>
      changeQuery((latest) => writeChartChoice(latest, next), options)
    return {
      choice,
      chooseView: (view: ChartView) => navigateTo(withView(choice, view)),
      choosePeriod: (period: Period) => navigateTo(withPeriod(choice, period)),
      chooseRange: (range: TimeRange | null) => navigateTo({ ...choice, range }, { replace: true }),
    }
  }, [choiceQuery, changeQuery])
}

export type ChartChoiceState = ReturnType<typeof useChartChoice>
