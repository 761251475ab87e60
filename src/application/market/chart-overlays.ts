import { MARKET_TITLES } from '#src/application/market/market-messages.ts'
import type { DayValue, MarketPorts, MarketQuery } from '#src/application/market/ports.ts'
import { combine, createState, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps, type ResourceState } from '#src/application/platform/resource.ts'
import { findOtherDateProblem, type OverlayKind, type Overlays } from '#src/domain/charting/overlays.ts'
import { formatPercent, formatSigned } from '#src/domain/money.ts'
import { formatShortDate } from '#src/domain/text.ts'
import { type BogotaDate, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'

export const OVERLAY_NAMES = { trm: 'TRM', previous: 'Día anterior', date: 'Otra fecha' } as const

/** Why a chart of several days does not have them. */
export const ONE_DAY_ONLY = 'El día anterior y otra fecha se comparan en el periodo 1D.'

export const AMOUNTS_FAILED = 'No pudimos consultar los montos de la gráfica'

const NAMES_IN_SENTENCE: Readonly<Record<OverlayKind, (name: string) => string>> = {
  trm: () => 'la TRM',
  previous: () => 'el día anterior',
  other: (name) => name,
  date: (day) => `el ${day}`,
}

/** The failure of a line with this name. */
export const comparisonFailed = (kind: OverlayKind, name: string): string =>
  `No pudimos consultar la comparación con ${NAMES_IN_SENTENCE[kind](name)}`

export const getOtherMarket = (market: Market): Market => (market === 'spot' ? 'nextday' : 'spot')

/** The difference of a price to another one, in pesos and percent: `(+2,35, +0,06%)`. */
export const formatOverlayDifference = (price: number, other: number): string =>
  `(${formatSigned(price - other, 2)}, ${formatPercent((price / other - 1) * 100)})`

/** A line of another day, or of the other market on the same day. */
export interface OverlayLine {
  readonly kind: OverlayKind
  readonly name: string
  /** Null while it loads, after a failure, and for another market that does not trade on the day. */
  readonly day: DayValue<IntradaySeries> | null
  /** Whether there are no data, also after a failure. */
  readonly isEmpty: boolean
  readonly failed: FailedOverlay | null
}

/** A load of a line that failed: what says so, and its resource, which retries. */
export interface FailedOverlay {
  readonly title: string
  readonly resource: ResourceState<unknown>
}

export interface OverlayLines {
  readonly lines: readonly OverlayLine[]
}

export type OverlaysDeps = ResourceDeps & Pick<MarketPorts, 'market'>

export interface OverlaysOptions {
  readonly market: Market
  /** The day of the chart. */
  readonly tradingDay: BogotaDate
  readonly overlays: Overlays
  /** Poll interval of the other market, in ms. */
  readonly interval: number
}

/** What is past does not change; the interval only serves to recover from a failed load. */
export const PAST_DAY_REFRESH_MS = 15 * MINUTE_MS

/** The days before the history and those to come have no data: a retry does not help. */
const isWithoutData = ({ failure }: ResourceState<unknown>): boolean =>
  failure?.kind === 'rejected' && [400, 404].includes(failure.status)

/** Returns the failure of a line whose data, or a part of them, could not be loaded; null without one. */
export const toFailedOverlay = (resource: ResourceState<unknown> | null, title: string): FailedOverlay | null =>
  resource === null || resource.value !== null || resource.failures === 0 || isWithoutData(resource)
    ? null
    : { title, resource }

/** Returns the loaded day; `onlyDay` is the only one that counts, null for any. */
function readDay(
  state: ResourceState<DayValue<IntradaySeries>> | undefined,
  onlyDay: BogotaDate | null,
): Pick<OverlayLine, 'day' | 'isEmpty'> {
  const value = state?.value ?? null
  if (value === null) return { day: null, isEmpty: (state?.failures ?? 0) > 0 }
  // A day without trading is replied with the last trading day (D2): spot does not trade on holidays of the US.
  if (onlyDay !== null && value.tradingDay !== onlyDay) return { day: null, isEmpty: true }
  return { day: value, isEmpty: value.value.times.length === 0 }
}

/** Loads the days and markets that a user compares with the chart of a day (D126). */
export function createOverlaysView(
  deps: OverlaysDeps,
  { market, tradingDay, overlays, interval }: OverlaysOptions,
): Readable<OverlayLines> {
  const createDay = (query: Omit<MarketQuery, 'delay'>, refreshMs: number) =>
    createResource(deps, {
      load: (signal) => deps.market.intraday({ ...query, delay: 0 }, signal),
      interval: refreshMs,
    })
  const previousDay = previousTradingDay(market, tradingDay)
  const other = getOtherMarket(market)
  const { date } = overlays
  const isDateShown =
    date !== null && findOtherDateProblem(date, { market, chartDay: tradingDay, firstDay: null }) === null
  /** A day of the address that the field refuses has no line. */
  const refusedLines: readonly OverlayLine[] =
    date === null || isDateShown
      ? []
      : [{ kind: 'date', name: formatShortDate(date), day: null, isEmpty: true, failed: null }]
  const sources = [
    ...(overlays.previous
      ? [
          {
            kind: 'previous' as const,
            name: OVERLAY_NAMES.previous,
            query: { market, date: previousDay },
            refreshMs: PAST_DAY_REFRESH_MS,
          },
        ]
      : []),
    ...(overlays.other
      ? [
          {
            kind: 'other' as const,
            name: MARKET_TITLES[other],
            query: { market: other, date: tradingDay },
            refreshMs: interval,
          },
        ]
      : []),
    ...(isDateShown
      ? [
          {
            kind: 'date' as const,
            name: formatShortDate(date),
            query: { market, date },
            refreshMs: PAST_DAY_REFRESH_MS,
          },
        ]
      : []),
  ].map(({ query, refreshMs, ...source }) => ({ ...source, resource: createDay(query, refreshMs) }))
  if (sources.length === 0) return createState<OverlayLines>({ lines: refusedLines })

  const parts: Readonly<Record<string, Readable<ResourceState<DayValue<IntradaySeries>>>>> = Object.fromEntries(
    sources.map(({ kind, resource }) => [kind, resource]),
  )
  return combine(parts, (states) => ({
    lines: [
      ...sources.map(({ kind, name }) => {
        const { day, isEmpty } = readDay(states[kind], kind === 'other' ? tradingDay : null)
        const failed = toFailedOverlay(states[kind] ?? null, comparisonFailed(kind, name))
        return { kind, name: kind === 'date' && day ? formatShortDate(day.tradingDay) : name, day, isEmpty, failed }
      }),
      ...refusedLines,
    ],
  }))
}
