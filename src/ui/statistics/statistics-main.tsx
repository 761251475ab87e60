import { useRef, useState } from 'react'

import { RECONNECTED } from '#src/application/market/market-messages.ts'
import type { MarketView } from '#src/application/market/market-state-messages.ts'
import { downloaded, NOT_DOWNLOADED, STATISTICS_TITLE } from '#src/application/market/statistics-messages.ts'
import { statisticsRefresh } from '#src/domain/live/refresh-policy.ts'
import { SECTORS, type Sector } from '#src/domain/trading/market.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'
import { LeadNotices } from '#src/ui/market/lead-notices.tsx'
import { useFreshness } from '#src/ui/market/use-freshness.ts'
import { useHoliday } from '#src/ui/market/use-home.ts'
import { useMarketStatus } from '#src/ui/market/use-market-status.ts'
import { useReconnection } from '#src/ui/market/use-reconnection.ts'
import { Main } from '#src/ui/parts/main.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { Toast } from '#src/ui/parts/toast.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { SectorPanel } from '#src/ui/statistics/sector-panel.tsx'
import { StatisticsHead } from '#src/ui/statistics/statistics-head.tsx'
import { ageOfAll, latestDay, useStatistics } from '#src/ui/statistics/use-statistics.ts'
import '#src/ui/styles/statistics.css'

/** What came of the last download: the file's name and which download it was, counted from 1, `failed`, or nothing to tell. */
type Handover = { readonly file: string; readonly count: number } | 'failed' | null

/** Takes a table away as a file, and what to tell about it. */
function useHandover() {
  const { downloadStatistics } = useUseCases()
  const [handover, setHandover] = useState<Handover>(null)
  const count = useRef(0)
  const hand = (sector: Sector, rows: readonly StatisticsRow[]) => {
    const file = downloadStatistics(sector, rows)
    count.current += 1
    setHandover(file === null ? 'failed' : { file, count: count.current })
  }
  return { handover, hand, forget: () => setHandover(null) }
}

/** Of both markets, which open together; next day is open the longer and on more days. */
function useTables(delay: number) {
  const interval = statisticsRefresh(delay)
  const tables = { 1: useStatistics(1, interval), 2: useStatistics(2, interval) } as const
  const both = SECTORS.map((sector) => tables[sector])
  const age = ageOfAll(both)
  const freshness = useFreshness(age, interval)
  const status = useMarketStatus('nextday')
  const view: MarketView = {
    market: 'nextday',
    status,
    session: latestDay(both),
    freshness,
    answeredAt: age.answeredAt,
  }
  const retry = () => {
    for (const table of both) table.retry()
  }
  return { tables, view, interval, retry, reconnection: useReconnection(age, freshness) }
}

interface Props {
  /** Minutes with which whoever is at the page sees the market; 0 is real time. */
  readonly delay: number
}

/** The tables of both sectors (§2.4), how old they are, and what to know before reading them. */
export function StatisticsMain({ delay }: Props) {
  const { tables, view, interval, retry, reconnection } = useTables(delay)
  const { handover, hand, forget } = useHandover()
  const holiday = useHoliday('spot')
  return (
    <Main title={STATISTICS_TITLE}>
      <div className="statistics">
        <StatisticsHead view={view} delay={delay} interval={interval} />
        <LeadNotices view={view} holiday={holiday} onRetry={retry} />
        {handover === 'failed' && <Notice icon="warning" tone="err" lead={NOT_DOWNLOADED} />}
        {SECTORS.map((sector) => (
          <SectorPanel
            key={sector}
            sector={sector}
            statistics={tables[sector]}
            onDownload={(rows) => hand(sector, rows)}
          />
        ))}
      </div>
      {reconnection.restored && <Toast text={RECONNECTED} onEnd={reconnection.forget} />}
      {handover !== null && handover !== 'failed' && (
        <Toast key={handover.count} text={downloaded(handover.file)} onEnd={forget} />
      )}
    </Main>
  )
}
