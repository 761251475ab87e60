import { useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  formatOverlays,
  formatStudies,
  parseIntervalName,
  parseOverlays,
  parseStudies,
  writeIntervalName,
  writeOverlays,
  writeStudies,
} from '#src/application/navigation/chart-tools-query.ts'
import type { IntervalName } from '#src/domain/charting/intervals.ts'
import type { Overlays } from '#src/domain/charting/overlays.ts'
import type { Studies } from '#src/domain/charting/studies.ts'

/**
 * Reads and writes the interval, the comparisons and the indicators of the chart in the address (D126). A change
 * replaces the current history entry. Other parameters do not change. Returns the same object until
 * the choice or the path changes.
 */
export function useChartTools() {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const latestQuery = useRef(query)
  useLayoutEffect(() => {
    latestQuery.current = query
  }, [query])
  const studiesQuery = formatStudies(parseStudies(query))
  const overlaysText = formatOverlays(parseOverlays(query))
  const interval = parseIntervalName(query)
  return useMemo(() => {
    const replaceQuery = (nextQuery: string) =>
      navigate(nextQuery === '' ? path : `${path}?${nextQuery}`, { replace: true })
    return {
      interval,
      overlays: parseOverlays(`comparar=${overlaysText}`),
      studies: parseStudies(studiesQuery),
      chooseInterval: (next: IntervalName | null) => replaceQuery(writeIntervalName(latestQuery.current, next)),
      chooseOverlays: (next: Overlays) => replaceQuery(writeOverlays(latestQuery.current, next)),
      chooseStudies: (next: Studies) => replaceQuery(writeStudies(latestQuery.current, next)),
    }
  }, [path, interval, overlaysText, studiesQuery, navigate])
}

export type ChartToolsState = ReturnType<typeof useChartTools>
