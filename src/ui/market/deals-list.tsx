import { useSelector } from '@xstate/react'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  createDealsView,
  type DealsSource,
  type DealsState,
  formatDealCount,
  formatNewDealCount,
  noLargeDeals,
  noListedDeals,
  PAUSE_NOTES,
} from '#src/application/market/deals.ts'
import { writeMinimum } from '#src/application/navigation/query.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { TRADING_HOURS } from '#src/domain/trading/trading-hours.ts'
import { DealTable } from '#src/ui/market/deal-table.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

/**
 * Returns the listed deals of a market, and the actions on the list. The minimum amount is in the
 * address; a new amount replaces the history entry (D74).
 */
function useDeals(source: DealsSource) {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const [view] = useState(() => createDealsView(source, query))
  useEffect(() => view.applyQuery(query), [view, query])

  function updateAddress() {
    const next = writeMinimum(query, view.getSnapshot().minimum.amount)
    if (next !== query) navigate(next === '' ? path : `${path}?${next}`, { replace: true })
  }

  return {
    ...useSelector(view, (state) => state),
    pause: view.pause,
    resume: view.resume,
    scroll: view.scroll,
    typeMinimum(text: string) {
      view.typeMinimum(text)
      updateAddress()
    },
    confirmMinimum() {
      view.confirmMinimum()
      updateAddress()
    },
  }
}

interface MinimumProps {
  readonly id: string
  readonly minimum: DealsState['minimum']
  readonly onType: (text: string) => void
  readonly onConfirm: () => void
}

const toErrorId = (id: string) => `${id}-error`

const MinimumField = ({ id, minimum: { text, error }, onType, onConfirm }: MinimumProps) => (
  <div className="grid min-w-0 flex-[1_1_10.5rem] grid-cols-[auto_minmax(0,7.5rem)] items-center gap-x-2.5 gap-y-1 @max-[17.5rem]:basis-24 @max-[17.5rem]:grid-cols-1">
    <label className="text-sm font-550" htmlFor={id}>
      Monto mínimo
    </label>
    <span className="relative flex">
      <input
        className="min-h-7.5 w-full appearance-none rounded-xs border border-line-strong bg-raised pr-9.5 pl-2 text-right text-sm focus:border-focus focus:outline-offset-0 aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger touch:min-h-11 touch:text-base"
        id={id}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : toErrorId(id)}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        placeholder="Todos"
        value={text}
        onChange={({ target }) => onType(target.value)}
        onBlur={onConfirm}
        onKeyDown={({ key }) => key === 'Enter' && onConfirm()}
      />
      <span className="pointer-events-none absolute inset-y-0 right-2 grid place-items-center text-xs text-muted">
        USD
      </span>
    </span>
  </div>
)

type NoteProps = Pick<DealsState, 'deals' | 'pauseReason' | 'newDeals'> & { readonly total: number }

/**
 * The number of listed deals; during a pause, the number of new deals. Screen readers announce the
 * pause, but not the numbers.
 */
const ListNote = ({ deals, pauseReason, newDeals, total }: NoteProps) => (
  <p className={`py-1.5 text-xs ${pauseReason === null ? 'text-muted' : 'font-550 text-warning'}`}>
    <span role="status">{pauseReason !== null && PAUSE_NOTES[pauseReason]}</span>
    {pauseReason === null ? formatDealCount(deals?.count ?? 0, total) : `, ${formatNewDealCount(newDeals)}`}
  </p>
)

export interface DealsListProps {
  readonly market: Market
  readonly source: DealsSource
  /** The trading day is over. */
  readonly isDayOver: boolean
  /** The deals are shown with the visitors' delay (D17). */
  readonly isDelayed: boolean
}

/** The list of deals with its filter and its pause. */
export function DealsList({ source, market, isDayOver, isDelayed }: DealsListProps) {
  const { deals, total, minimum, pauseReason, newDeals, ...actions } = useDeals(source)
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const scrollToTop = () => scroller.current?.scrollTo({ top: 0 })

  if (deals === null) return null
  if (total === 0) {
    const { lead, rest } = noListedDeals(TRADING_HOURS[market].opens, { over: isDayOver, delayed: isDelayed })
    return <Empty lead={lead} rest={rest} />
  }
  return (
    <>
      {/* In a narrow panel of a desk the label is above its field, so that the button stays beside it. */}
      <div className="@container">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5 @max-[17.5rem]:items-end">
          <MinimumField
            id={id}
            minimum={minimum}
            onType={(text) => {
              actions.typeMinimum(text)
              scrollToTop()
            }}
            onConfirm={actions.confirmMinimum}
          />
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              if (pauseReason === null) return actions.pause()
              actions.resume()
              scrollToTop()
            }}
          >
            <Icon name={pauseReason === null ? 'pause' : 'play'} />
            {pauseReason === null ? 'Pausar' : 'Reanudar'}
          </Button>
        </div>
      </div>
      {minimum.error !== null && (
        <p className="flex gap-1.5 pt-1.5 text-xs font-550 text-danger" id={toErrorId(id)}>
          <Icon name="warning" size={14} className="mt-px" />
          {minimum.error}
        </p>
      )}
      <ListNote deals={deals} pauseReason={pauseReason} newDeals={newDeals} total={total} />
      {deals.count === 0 ? (
        <Empty
          lead={noLargeDeals(minimum.amount)}
          action={
            <Button variant="secondary" size="small" onClick={() => actions.typeMinimum('')}>
              Ver todas
            </Button>
          }
        />
      ) : (
        <DealTable deals={deals} scroller={scroller} onScroll={actions.scroll} />
      )}
    </>
  )
}
