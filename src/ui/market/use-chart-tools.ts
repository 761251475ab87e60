import { useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { formatStudies, parseStudies, writeStudies } from '#src/application/navigation/chart-tools-query.ts'
import type { Studies } from '#src/domain/charting/studies.ts'

/**
 * Reads and writes the indicators of the chart in the address (D126). A change replaces the current
 * history entry. Other parameters do not change. Returns the same object until the choice or the
 * path changes.
 */
export function useChartTools() {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const latestQuery = useRef(query)
  useLayoutEffect(() => {
    latestQuery.current = query
  }, [query])
  const studiesQuery = formatStudies(parseStudies(query))
  return useMemo(
    () => ({
      studies: parseStudies(studiesQuery),
      chooseStudies(studies: Studies) {
        const nextQuery = writeStudies(latestQuery.current, studies)
        navigate(nextQuery === '' ? path : `${path}?${nextQuery}`, { replace: true })
      },
    }),
    [path, studiesQuery, navigate],
  )
}

export type ChartTools = ReturnType<typeof useChartTools>
