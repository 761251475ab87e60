import { useMemo, useRef, useState } from 'react'

import { RECONNECTED } from '#src/application/market/market-messages.ts'
import { downloaded, NOT_DOWNLOADED, STATISTICS_TITLE } from '#src/application/market/statistics-messages.ts'
import { SECTORS, type Sector } from '#src/domain/trading/market.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'
import { LeadNotices } from '#src/ui/market/lead-notices.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { Toast } from '#src/ui/parts/toast.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useView } from '#src/ui/shell/use-view.ts'
import { SectorPanel } from '#src/ui/statistics/sector-panel.tsx'
import { StatisticsHead } from '#src/ui/statistics/statistics-head.tsx'
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

interface Props {
  /** Minutes with which whoever is at the page sees the market; 0 is real time. */
  readonly delay: number
}

/** The tables of both sectors (§2.4), their age and the notices above them. */
export function StatisticsMain({ delay }: Props) {
  const { createStatistics } = useUseCases()
  const view = useMemo(() => createStatistics(delay), [createStatistics, delay])
  const { head, holiday, tables, interval, reconnected } = useView(view)
  const { handover, hand, forget } = useHandover()
  return (
    <Main title={STATISTICS_TITLE}>
      <div className="statistics">
        <StatisticsHead head={head} delay={delay} interval={interval} />
        <LeadNotices head={head} holiday={holiday} onRetry={view.retry} />
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
      {reconnected && <Toast text={RECONNECTED} onEnd={view.dismissReconnected} />}
      {handover !== null && handover !== 'failed' && (
        <Toast key={handover.count} text={downloaded(handover.file)} onEnd={forget} />
      )}
    </Main>
  )
}
