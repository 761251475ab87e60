import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { formatLateDataTime } from '#src/application/market/late-data-time.ts'
import { REGISTERED_DELAY_NOTE } from '#src/application/market/statistics.ts'
import { TRM_INTRO, TRM_TITLE } from '#src/application/market/trm.ts'
import { formatTrmChoice, parseTrmChoice } from '#src/application/navigation/query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { formatLongDate } from '#src/domain/text.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { DEFAULT_TRM_CHOICE, type TrmChoice } from '#src/domain/trading/trm-choice.ts'
import { useMarket, useMarketDelay } from '#src/ui/market/use-market.ts'
import { DelayNote } from '#src/ui/parts/delay-note.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { ScreenHead } from '#src/ui/parts/screen-head.tsx'
import { SimulatedMark } from '#src/ui/parts/simulated-mark.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'
import { TrmCorrections } from '#src/ui/trm/trm-corrections.tsx'
import { TrmFigures } from '#src/ui/trm/trm-figures.tsx'
import { TrmHistory } from '#src/ui/trm/trm-history.tsx'
import { TrmLookup } from '#src/ui/trm/trm-lookup.tsx'

interface HeadProps {
  readonly today: BogotaDate
  readonly delay: number
}

function TrmHead({ today, delay }: HeadProps) {
  return (
    <ScreenHead title={TRM_TITLE} intro={TRM_INTRO} className="pb-5">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1 md:justify-end">
        <span className="text-xs text-muted">{formatLongDate(today)}</span>
        <SimulatedMark kind="market" />
        {delay > 0 && <DelayNote text={REGISTERED_DELAY_NOTE} />}
      </div>
    </ScreenHead>
  )
}

/**
 * Reads and writes the choice in the address; a new choice adds a history entry. The server renders
 * the default choice for every query, so hydration starts with it too.
 */
function useTrmChoice() {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const isHydrated = useHydrated()
  return useMemo(() => {
    const choice = isHydrated ? parseTrmChoice(query) : DEFAULT_TRM_CHOICE
    const updateChoice = (changes: Partial<TrmChoice>) => {
      const nextQuery = formatTrmChoice({ ...choice, ...changes })
      navigate(nextQuery === '' ? path : `${path}?${nextQuery}`)
    }
    return { choice, updateChoice }
  }, [path, query, isHydrated, navigate])
}

interface Props {
  /** Delay of the user's market data, in minutes. */
  readonly delay: number
}

/** The TRM screen for one delay. */
function TrmMain({ delay }: Props) {
  const { createTrm } = useMarket()
  const [view] = useState(() => createTrm(delay))
  const { trm, feeds, status } = useSelector(view, (state) => state)
  const { choice, updateChoice } = useTrmChoice()
  const corrections = trm.value?.corrections ?? []
  return (
    <Main title={SCREENS.trm.title}>
      <div className="pt-8 max-sm:pt-4.5">
        <TrmHead today={status.today} delay={delay} />
        <div className="grid12 gap-y-9">
          <div className="grid content-start gap-9 lg:col-[1/span_4]">
            <TrmFigures trm={trm} age={formatLateDataTime(feeds, 'trm', status.today)} delay={delay} />
            <TrmLookup lookup={choice.lookup} onLookup={(lookup) => updateChoice({ lookup })} />
          </div>
          <TrmHistory span={choice.span} delay={delay} onSpan={(span) => updateChoice({ span })} />
          {corrections.length > 0 && (
            <div className="lg:col-span-12">
              <TrmCorrections corrections={corrections} />
            </div>
          )}
        </div>
      </div>
    </Main>
  )
}

/**
 * The TRM in force, the next TRM and the history (D67). A login or logout changes the delay and
 * mounts the screen again.
 */
export function Trm() {
  const delay = useMarketDelay()
  return <TrmMain key={delay} delay={delay} />
}
