import { findMainMarket, findPreviousClose, summarizeDay } from '#src/application/market/day-text.ts'
import { type FirstView, type FirstViewSource, toFirstValue } from '#src/application/market/first-view.ts'
import { createMarketStatusView, type MarketStatus } from '#src/application/market/market-status.ts'
import type { DayValue, MarketPorts } from '#src/application/market/ports.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import {
  createResource,
  type FirstValue,
  type ResourceDeps,
  type ResourceState,
} from '#src/application/platform/resource.ts'
import { type BogotaDate, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { type HourFigures, readHours } from '#src/domain/trading/day-hours.ts'
import {
  type Day,
  type DayKind,
  type DayList,
  type DayRange,
  findNeighbours,
  type Neighbours,
  toChartMarket,
  toDayKind,
  toDayPageRange,
} from '#src/domain/trading/days.ts'
import { type Market, VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'
import { tradingBounds } from '#src/domain/trading/trading-hours.ts'

/** Today's figures change; those of a past day only by a correction, which the next visit shows. */
export const TODAY_REFRESH_MS = MINUTE_MS

/** The deals of a day in one market, with its close before. */
interface DayChart {
  readonly market: Market
  readonly intraday: ResourceState<DayValue<IntradaySeries>>
  readonly hours: readonly HourFigures[]
}

/** The state of the page of a day (D123). */
export interface DayState {
  readonly list: ResourceState<DayList>
  readonly kind: DayKind
  readonly neighbours: Neighbours
  /** Null before the first load, and for a day outside of the history. */
  readonly day: Day | null
  /** The day in a few sentences; null without a day. */
  readonly summary: string | null
  /** The close of the main market on the trading day before; null if it is unknown. */
  readonly previousClose: number | null
  /** Null on a day without a market. */
  readonly chart: DayChart | null
}

export type DayDeps = ResourceDeps & FirstViewSource & Pick<MarketPorts, 'market'>

const isSameRange = (one: DayRange, other: DayRange) => one.from === other.from && one.until === other.until

/** The days of a range in the rendered page; null when it has none or those of another range. */
export function findDaysInPage(first: FirstView | null, range: DayRange): FirstValue<DayList> | null {
  const inPage = toFirstValue(first, 'days')
  return inPage && isSameRange(inPage.value.range, range) ? { ...inPage, value: inPage.value.list } : null
}

function findIntradayInPage(first: FirstView | null, date: BogotaDate) {
  const inPage = toFirstValue(first, 'dayIntraday')
  return inPage?.value.tradingDay === date ? inPage : null
}

/**
 * Whether the user sees the days of a range as the rendered page does: as a visitor, or without
 * today, which is the same for everybody.
 */
export const isSeenAsInPage = ({ until }: DayRange, today: BogotaDate, delay: number): boolean =>
  until < today || delay === VISITOR_DELAY_MINUTES

/** Whether the market of a day has closed for a user with this delay. */
function isOver(date: BogotaDate, { receivedAt }: ResourceState<DayList>, delay: number): boolean {
  const { closesAt } = tradingBounds(toChartMarket(date) ?? 'spot', date)
  return receivedAt !== null && receivedAt - delay * MINUTE_MS >= closesAt
}

function describe(date: BogotaDate, delay: number, parts: { list: ResourceState<DayList>; status: MarketStatus }) {
  const { list, status } = parts
  const days = list.value?.days ?? []
  const known = { first: list.value?.first ?? null, today: status.today }
  const kind = toDayKind(date, known)
  const day = days.find((candidate) => candidate.date === date) ?? null
  const before = days.filter((candidate) => candidate.date < date)
  const main = day && findMainMarket(day)
  return {
    list,
    kind,
    neighbours: findNeighbours(date, known),
    day,
    summary: day && summarizeDay({ day, before, kind, isOver: isOver(date, list, delay) }),
    previousClose: (main && findPreviousClose(before, main)?.close) ?? null,
  }
}

/** `delay` in minutes. */
export function createDayView(deps: DayDeps, date: BogotaDate, delay: number): Readable<DayState> {
  const status = createMarketStatusView(deps, 'spot')
  const { today } = status.getSnapshot()
  const range = toDayPageRange(date)
  const interval = date < today ? null : TODAY_REFRESH_MS
  const first = isSeenAsInPage(range, today, delay) ? deps.readFirstView() : null
  const list = createResource(
    deps,
    { load: (signal) => deps.market.days(range, signal), interval },
    { first: findDaysInPage(first, range) },
  )
  const market = toChartMarket(date)
  if (market === null || date > today)
    return combine({ list, status }, (parts): DayState => ({ ...describe(date, delay, parts), chart: null }))

  const intraday = createResource(
    deps,
    { load: (signal) => deps.market.intraday({ date, market, delay }, signal), interval },
    { first: findIntradayInPage(first, date) },
  )
  const chart = combine(
    { intraday },
    (parts): DayChart => ({
      market,
      intraday: parts.intraday,
      hours: parts.intraday.value === null ? [] : readHours(parts.intraday.value.value),
    }),
  )
  return combine(
    { list, status, chart },
    (parts): DayState => ({ ...describe(date, delay, parts), chart: parts.chart }),
  )
}

/** Another day that is compared with the day of the page. */
export interface ComparedDayState {
  readonly list: ResourceState<DayList>
  /** Null before the first load, and for a day outside of the history. */
  readonly day: Day | null
  readonly kind: DayKind
}

export function createComparedDayView(deps: DayDeps, date: BogotaDate): Readable<ComparedDayState> {
  const status = createMarketStatusView(deps, 'spot')
  const range = { from: date, until: date }
  const interval = date < status.getSnapshot().today ? null : TODAY_REFRESH_MS
  const list = createResource(deps, { load: (signal) => deps.market.days(range, signal), interval })
  return combine({ list, status }, (parts): ComparedDayState => {
    const known = { first: parts.list.value?.first ?? null, today: parts.status.today }
    return { list: parts.list, day: parts.list.value?.days[0] ?? null, kind: toDayKind(date, known) }
  })
}
