import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { RECONNECTED } from '#src/application/market/market-messages.ts'
import { NOT_DOWNLOADED } from '#src/application/market/statistics.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { SECTORS } from '#src/domain/trading/market.ts'
import { MarketNotices } from '#src/ui/market/market-notices.tsx'
import { useMarket } from '#src/ui/market/use-market.ts'
import { Main } from '#src/ui/parts/main.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { Toast } from '#src/ui/parts/toast.tsx'
import { SectorPanel } from '#src/ui/statistics/sector-panel.tsx'
import { StatisticsHead } from '#src/ui/statistics/statistics-head.tsx'
import '#src/ui/styles/statistics.css'

/** Returns the views of the screen for one delay. */
function useStatisticsViews(delay: number) {
  const { createStatistics, createStatisticsTables } = useMarket()
  return useMemo(() => {
    const statisticsView = createStatistics(delay)
    return { statisticsView, tablesView: createStatisticsTables(statisticsView) }
  }, [createStatistics, createStatisticsTables, delay])
}

interface Props {
  /** Delay of the user's market data, in minutes. */
  readonly delay: number
}

/** The tables of both sectors (§2.4), below the state of the market and the notices. */
export function StatisticsMain({ delay }: Props) {
  const { statisticsView, tablesView } = useStatisticsViews(delay)
  const { head, holiday, tables, interval, reconnected } = useSelector(statisticsView, (state) => state)
  const { lists, downloadFailed } = useSelector(tablesView, (state) => state)
  return (
    <Main title={SCREENS.statistics.title}>
      <div className="statistics">
        <StatisticsHead head={head} delay={delay} interval={interval} />
        <div className="[&>:empty]:hidden [&>div]:pt-4 [&>div]:pb-0">
          <MarketNotices head={head} holiday={holiday.notice} onRetry={statisticsView.retry} />
        </div>
        {downloadFailed && <Notice icon="warning" tone="err" lead={NOT_DOWNLOADED} />}
        {SECTORS.map((sector) => (
          <SectorPanel
            key={sector}
            sector={sector}
            resource={tables[sector]}
            list={lists[sector]}
            onSort={(column) => tablesView.sort(sector, column)}
            onDownload={() => tablesView.download(sector)}
          />
        ))}
      </div>
      {reconnected && <Toast text={RECONNECTED} onAdded={statisticsView.dismissReconnected} />}
    </Main>
  )
}
