import { useMemo } from 'react'
import {
  formatOverlays,
  formatStudies,
  parseAmounts,
  parseIntervalName,
  parseOverlays,
  parseStudies,
  writeAmounts,
  writeIntervalName,
  writeOverlays,
  writeStudies,
} from '#src/application/navigation/chart-tools-query.ts'
import type { IntervalName } from '#src/domain/charting/intervals.ts'
import type { Overlays } from '#src/domain/charting/overlays.ts'
import type { Studies } from '#src/domain/charting/studies.ts'
import { useQueryChange } from '#src/ui/market/use-chart-choice.ts'

/**
 * Reads and writes the interval, the comparisons and the indicators of the chart in the address (D126). Another interval
 * or comparison adds a history entry, so that Back undoes it; a typed number of an indicator replaces the current
 * one. Other parameters do not change. Returns the same object until
 * the choice or the path changes.
 */
export function useChartTools() {
  const { query, changeQuery } = useQueryChange()
  const studiesQuery = formatStudies(parseStudies(query))
  const overlaysText = formatOverlays(parseOverlays(query))
  const interval = parseIntervalName(query)
  const amounts = parseAmounts(query)
  return useMemo(() => {
    const replaceQuery = (write: (query: string) => string) => changeQuery(write, { replace: true })
    return {
      interval,
      /** Whether the amounts are wanted below a chart that has none by itself. */
      amounts,
      overlays: parseOverlays(`comparar=${overlaysText}`),
      studies: parseStudies(studiesQuery),
      chooseInterval: (next: IntervalName | null) => changeQuery((latest) => writeIntervalName(latest, next)),
      chooseOverlays: (next: Overlays) => changeQuery((latest) => writeOverlays(latest, next)),
      chooseAmounts: (next: boolean) => changeQuery((latest) => writeAmounts(latest, next)),
      chooseStudies: (next: Studies) => replaceQuery((latest) => writeStudies(latest, next)),
    }
  }, [interval, amounts, overlaysText, studiesQuery, changeQuery])
}

export type ChartToolsState = ReturnType<typeof useChartTools>
