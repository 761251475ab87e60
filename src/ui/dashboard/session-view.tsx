import { dateOf } from '#src/domain/market/bogota.ts'
import type { Market } from '#src/domain/market/market.ts'
import { dayName } from '#src/domain/text.ts'
import { ChartRoom } from '#src/ui/dashboard/chart-room.tsx'
import { useLiveMarket } from '#src/ui/dashboard/live-market.ts'
import { NothingYet } from '#src/ui/dashboard/nothing-yet.tsx'
import { ViewLegend } from '#src/ui/dashboard/view-legend.tsx'
import { SessionChart } from '#src/ui/parts/session-chart.tsx'
import type { ChosenChart } from '#src/ui/use-chart-choice.ts'

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
