import { dayName } from '#src/domain/text.ts'
import { dateOf } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { ChartRoom } from '#src/ui/market/chart-room.tsx'
import { useLiveMarket } from '#src/ui/market/live-market.ts'
import { NothingYet } from '#src/ui/market/nothing-yet.tsx'
import type { ChosenChart } from '#src/ui/market/use-chart-choice.ts'
import { ViewLegend } from '#src/ui/market/view-legend.tsx'
import { SessionChart } from '#src/ui/parts/session-chart.tsx'

interface Props {
  readonly market: Market
  readonly chosen: ChosenChart
  /** Shows the five days before, for a day without deals. */
  readonly onFiveDays: () => void
}

/** The deals of the session, as they come. */
export function SessionView({ market, chosen, onFiveDays }: Props) {
  const { status, intraday, prices } = useLiveMarket()
  const session = intraday.value?.session ?? null
  const isToday = session === null || session === dateOf(status.now)
  return (
    <ChartRoom
      resource={intraday}
      legend={<ViewLegend view="prices" trm={isToday ? 'TRM vigente' : 'TRM del día'} />}
      day={isToday ? null : dayName(session)}
    >
      {(answer) =>
        answer.value.times.length === 0 ? (
          <NothingYet market={market} over={status.phase === 'closed'} onFiveDays={onFiveDays} />
        ) : (
          <SessionChart
            market={market}
            series={answer.value}
            session={answer.session}
            phase={status.phase}
            trm={prices.value?.value.trm.value ?? null}
            range={chosen.choice.range}
            onRange={chosen.chooseRange}
          />
        )
      }
    </ChartRoom>
  )
}
