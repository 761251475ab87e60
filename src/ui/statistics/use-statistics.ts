import { useMemo } from 'react'

import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { Sector } from '#src/domain/trading/market.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'
import { type Resource, useResource } from '#src/ui/market/use-resource.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

export type SectorRows = Resource<readonly StatisticsRow[]>

/** A sector's rows, kept fresh. */
export function useStatistics(sector: Sector, interval: number): SectorRows {
  const { readStatistics } = useUseCases()
  const load = useMemo(() => (signal: AbortSignal) => readStatistics(sector, signal), [readStatistics, sector])
  return useResource(load, interval)
}

type Age = Pick<SectorRows, 'updatedAt' | 'answeredAt'>

const NO_ANSWER: Age = { updatedAt: null, answeredAt: null }

/** The age of what is shown: of the tables that were answered, the one whose answer is the older. */
export const ageOfAll = (tables: readonly SectorRows[]): Age =>
  tables.reduce<Age>(
    (oldest, table) => ((table.updatedAt ?? Infinity) < (oldest.updatedAt ?? Infinity) ? table : oldest),
    NO_ANSWER,
  )

/** The latest day that the tables speak of, null while they say nothing. */
export const latestDay = (tables: readonly SectorRows[]): BogotaDate | null =>
  tables.flatMap(({ value }) => value?.map(({ date }) => date) ?? []).reduce<BogotaDate | null>(later, null)

const later = (one: BogotaDate | null, other: BogotaDate) => (one !== null && one > other ? one : other)
