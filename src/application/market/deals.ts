import type { NoticeText } from '#src/application/market/market-messages.ts'
import type { DayValue } from '#src/application/market/ports.ts'
import { readMinimumText } from '#src/application/navigation/query.ts'
import { combine, createState, type Readable } from '#src/application/platform/readable.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import { formatCount, formatUsd } from '#src/domain/money.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import {
  countPausedDeals,
  findLargeDeals,
  type ListedDeal,
  MAX_MINIMUM_USD,
  type MinimumFailure,
  type PausePoint,
  parseMinimumAmount,
  readListedDeal,
  toPausePoint,
} from '#src/domain/trading/deal-list.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'

/** Why a list of deals is paused (D74). */
export type PauseReason = 'button' | 'scroll'

const MINIMUM_FAILURE_MESSAGES: Readonly<Record<MinimumFailure, string>> = {
  'not-whole': 'Escriba un monto entero, como 500.000. Se muestran todas.',
  'too-large': `El monto máximo es ${formatUsd(MAX_MINIMUM_USD)}. Se muestran todas.`,
}

export const PAUSE_NOTES: Readonly<Record<PauseReason, string>> = {
  button: 'Lista en pausa',
  scroll: 'En pausa al desplazarse',
}

/** 'sin operaciones nuevas', '1 operación nueva', '12 operaciones nuevas'. */
export function formatNewDealCount(deals: number): string {
  if (deals === 0) return 'sin operaciones nuevas'
  return deals === 1 ? '1 operación nueva' : `${formatCount(deals)} operaciones nuevas`
}

/** '2.098 operaciones', or '12 de 2.098 operaciones' when a filter hides deals. */
export function formatDealCount(listed: number, total: number): string {
  const all = total === 1 ? '1 operación' : `${formatCount(total)} operaciones`
  return listed === total ? all : `${formatCount(listed)} de ${all}`
}

/** Shown when no deal has the minimum amount, in US$. */
export const noLargeDeals = (minimum: number): string => `Ninguna operación de ${formatUsd(minimum)} USD o más`

/**
 * Notice of a trading day without deals; `opens` as '08:00'. `over`: the market has closed.
 * `delayed`: the list is for visitors.
 */
export function noListedDeals(
  opens: string,
  { over, delayed }: Readonly<Record<'over' | 'delayed', boolean>>,
): NoticeText {
  if (over) return { lead: 'No hubo operaciones hoy', rest: 'Aquí aparece cada operación con su precio y su monto.' }
  const delay = delayed ? ' y cada operación se ve 15 minutos después' : ''
  return { lead: 'Aún no hay operaciones hoy', rest: `El mercado abre a las ${opens}${delay}.` }
}

/** The listed deals, the newest first. The object changes only when the deals change. */
export interface DealRows {
  readonly count: number
  /** Returns the deal at a position of the list; null outside the list. */
  dealAt(index: number): ListedDeal | null
}

/** The minimum amount in the field. `amount` in whole US$; 0, also after an error, lists all. */
export interface MinimumAmount {
  readonly text: string
  readonly amount: number
  readonly error: string | null
}

/** The list of a trading day's deals (D74). */
export interface DealsState {
  /** Null before the first value. */
  readonly deals: DealRows | null
  /** Number of deals of any amount; during a pause, without the new deals. */
  readonly total: number
  readonly minimum: MinimumAmount
  readonly pauseReason: PauseReason | null
  /** Number of matching deals since the pause. */
  readonly newDeals: number
}

export interface DealsView extends Readable<DealsState> {
  pause(): void
  resume(): void
  /**
   * Pauses the list when it leaves the top. Resumes the list at the top, unless the user paused
   * it with the button.
   */
  scroll(isAtTop: boolean): void
  /** Sets the text during typing. An invalid text does not change the amount. */
  typeMinimum(text: string): void
  /** Ends the typing. An invalid text shows an error message, and the list has every deal. */
  confirmMinimum(): void
  /** Applies the minimum amount in the page's query when it differs from the current amount. */
  applyQuery(query: string): void
}

/** The market of the list. Its series has only deals that this audience may see (D17). */
export type DealsSource = Readable<{ readonly intraday: ResourceState<DayValue<IntradaySeries>> }>

function toMinimum(text: string): MinimumAmount {
  const parsed = parseMinimumAmount(text)
  return parsed.ok
    ? { text, amount: parsed.value, error: null }
    : { text, amount: 0, error: MINIMUM_FAILURE_MESSAGES[parsed.error] }
}

/** Parses a complete text and formats a valid amount; 0 becomes an empty text. */
function toCompleteMinimum(text: string): MinimumAmount {
  const minimum = toMinimum(text)
  if (minimum.error !== null) return minimum
  return { ...minimum, text: minimum.amount === 0 ? '' : formatUsd(minimum.amount) }
}

function toDealRows(series: IntradaySeries, end: number, minimumUsd: number): DealRows {
  // The positions of the large deals in the series; null lists every deal.
  const positions = minimumUsd > 0 ? findLargeDeals(series, minimumUsd, end) : null
  const count = positions?.length ?? end
  return {
    count,
    dealAt(index) {
      const indexFromOldest = count - 1 - index
      if (index < 0 || indexFromOldest < 0) return null
      return readListedDeal(series, positions?.[indexFromOldest] ?? indexFromOldest)
    },
  }
}

/** Parses a text during typing. Sets an error only if the previous text already has one. */
function toTypedMinimum(text: string, previous: MinimumAmount): MinimumAmount {
  const next = toMinimum(text)
  return next.error === null || previous.error !== null ? next : { text, amount: previous.amount, error: null }
}

interface Pause {
  readonly reason: PauseReason
  readonly tradingDay: BogotaDate
  readonly point: PausePoint
}

/** The last rows and their inputs. */
interface CachedRows {
  readonly buffer: ArrayBufferLike
  readonly end: number
  readonly minimumUsd: number
  readonly deals: DealRows
}

/** The choices of the user. */
interface Choices {
  readonly minimum: MinimumAmount
  readonly pause: Pause | null
}

function countMatchingDeals(series: IntradaySeries, minimumUsd: number): number {
  return minimumUsd > 0 ? findLargeDeals(series, minimumUsd).length : series.times.length
}

/** Lists the deals of a market's series. A pause ends with the trading day. */
export function createDealsView(source: DealsSource, query = ''): DealsView {
  const choices = createState<Choices>({ minimum: toCompleteMinimum(readMinimumText(query)), pause: null })
  let cached: CachedRows | null = null

  /** Returns the same rows for the same inputs, so that the list does not render. */
  function toCachedRows(series: IntradaySeries, end: number, minimumUsd: number): DealRows {
    const { buffer } = series.times
    // A growing series appends to its buffer; any other change allocates a new buffer.
    if (cached?.buffer === buffer && cached.end === end && cached.minimumUsd === minimumUsd) return cached.deals
    const deals = toDealRows(series, end, minimumUsd)
    cached = { buffer, end, minimumUsd, deals }
    return deals
  }

  function toState(day: DayValue<IntradaySeries> | null, { minimum, pause }: Choices): DealsState {
    if (day === null) return { deals: null, total: 0, minimum, pauseReason: null, newDeals: 0 }
    const { value: series, tradingDay } = day
    const current = pause?.tradingDay === tradingDay ? pause : null
    const total = current === null ? series.times.length : countPausedDeals(series, current.point)
    const deals = toCachedRows(series, total, minimum.amount)
    const newDeals = current === null ? 0 : countMatchingDeals(series, minimum.amount) - deals.count
    return { deals, total, minimum, pauseReason: current?.reason ?? null, newDeals }
  }

  const view = combine({ source, choices }, (parts) => toState(parts.source.intraday.value, parts.choices))

  const isPaused = () => view.getSnapshot().pauseReason !== null
  const change = (next: Partial<Choices>) => choices.set({ ...choices.getSnapshot(), ...next })

  function startPause(reason: PauseReason) {
    const day = source.getSnapshot().intraday.value
    if (day === null) return
    const { pause } = choices.getSnapshot()
    const point = pause !== null && isPaused() ? pause.point : toPausePoint(day.value)
    change({ pause: { reason, tradingDay: day.tradingDay, point } })
  }

  /** A new amount ends a pause that scrolling started: the new list starts at the top. */
  function setMinimum(next: MinimumAmount) {
    const { minimum, pause } = choices.getSnapshot()
    const endsPause = next.amount !== minimum.amount && pause?.reason === 'scroll'
    change({ minimum: next, pause: endsPause ? null : pause })
  }

  const readMinimum = () => choices.getSnapshot().minimum

  return {
    ...view,
    pause: () => startPause('button'),
    resume: () => change({ pause: null }),
    scroll(isAtTop) {
      if (!isAtTop && !isPaused()) startPause('scroll')
      if (isAtTop && choices.getSnapshot().pause?.reason === 'scroll') change({ pause: null })
    },
    typeMinimum: (text) => setMinimum(toTypedMinimum(text, readMinimum())),
    confirmMinimum: () => setMinimum(toCompleteMinimum(readMinimum().text)),
    applyQuery(next) {
      const queried = toCompleteMinimum(readMinimumText(next))
      if (queried.amount !== readMinimum().amount) setMinimum(queried)
    },
  }
}
