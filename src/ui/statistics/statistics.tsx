import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { type MarketHead, marketState, realTimeMarketState } from '#src/application/market/market-status.ts'
import { NOT_DOWNLOADED, REGISTERED_DELAY_NOTE, STATISTICS_INTRO } from '#src/application/market/statistics.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { formatLongDate } from '#src/domain/text.ts'
import { SECTORS } from '#src/domain/trading/market.ts'
import { MarketNotices } from '#src/ui/market/market-notices.tsx'
import { useMarket, useMarketDelay } from '#src/ui/market/use-market.ts'
import { DelayNote } from '#src/ui/parts/delay-note.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { ScreenHead } from '#src/ui/parts/screen-head.tsx'
import { SimulatedMark } from '#src/ui/parts/simulated-mark.tsx'
import { HeaderStaleNote } from '#src/ui/parts/stale-note.tsx'
import { StateLine } from '#src/ui/parts/state-line.tsx'
import { SectorPanel } from '#src/ui/statistics/sector-panel.tsx'

interface StatisticsHeadProps {
  readonly head: MarketHead
  /** Delay of the user's market data, in minutes. */
  readonly delay: number
  /** Refresh interval of the tables, in ms. */
  readonly interval: number
}

/** The title of the screen, the state of the market, and the day and the delay of the tables. */
function StatisticsHead({ head, delay, interval }: StatisticsHeadProps) {
  const { tone, text, detail } =
    delay === 0 ? realTimeMarketState(head, interval) : { ...marketState(head), detail: '' }
  return (
    <ScreenHead title={SCREENS.statistics.title} intro={STATISTICS_INTRO}>
      <div className="grid gap-1 md:justify-items-end">
        <StateLine tone={tone} wraps="beside">
          <span>
            <span role="status">{text}</span>
            {detail}
          </span>
        </StateLine>
        <p className="flex flex-wrap items-center gap-x-3.5 gap-y-1">
          <span className="text-xs text-muted">{formatLongDate(head.status.today)}</span>
          <SimulatedMark kind="market" />
          <HeaderStaleNote />
        </p>
        {delay > 0 && <DelayNote text={REGISTERED_DELAY_NOTE} />}
      </div>
    </ScreenHead>
  )
}

/** Creates the views of the screen for one delay, once per mount. */
function useStatisticsViews(delay: number) {
  const { createStatistics, createStatisticsTables } = useMarket()
  const [views] = useState(() => {
    const statisticsView = createStatistics(delay)
    return { statisticsView, tablesView: createStatisticsTables(statisticsView) }
  })
  return views
}

interface Props {
  /** Delay of the user's market data, in minutes. */
  readonly delay: number
}

/** The tables of both sectors (§2.4), below the state of the market and the notices. */
function StatisticsMain({ delay }: Props) {
  const { statisticsView, tablesView } = useStatisticsViews(delay)
  const { head, holiday, tables, interval } = useSelector(statisticsView, (state) => state)
  const { lists, downloadFailed } = useSelector(tablesView, (state) => state)
  return (
    <Main title={SCREENS.statistics.title}>
      <div className="pt-8 max-sm:pt-4.5 print:pt-0 print:[page:wide]">
        <StatisticsHead head={head} delay={delay} interval={interval} />
        <MarketNotices space="above" head={head} holiday={holiday.notice} onRetry={statisticsView.retry} />
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
    </Main>
  )
}

/**
 * The statistics of both sectors (§2.4). Their delay depends on the user, not on the address: a
 * login or logout loads the statistics again.
 */
export function Statistics() {
  const delay = useMarketDelay()
  return <StatisticsMain key={delay} delay={delay} />
}
