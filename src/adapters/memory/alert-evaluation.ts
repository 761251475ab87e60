import type { AlertsState } from '#src/adapters/memory/alerts.ts'
import type { AudienceChange, LiveDays } from '#src/adapters/memory/live-days.ts'
import type { MarketClock, Timers } from '#src/application/platform/ports.ts'
import type { State } from '#src/application/platform/readable.ts'
import {
  type AlertBook,
  createAlertBook,
  createEmptySeries,
  type Firing,
  type Outcome,
} from '#src/domain/alerts/alert-book.ts'
import type { PricedDeal } from '#src/domain/alerts/price-series.ts'
import { type Instant, MINUTE_MS, SECOND_MS, toDate } from '#src/domain/time/bogota.ts'
import { previousTradingDay, tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import { toCentavos } from '#src/domain/trading/deal.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import { createMarketDayReader } from '#src/domain/trading/market-day.ts'
import type { TrmPeriod } from '#src/domain/trading/trm-periods.ts'

interface AlertEvaluationDeps {
  readonly state: State<AlertsState>
  readonly days: LiveDays
  readonly marketClock: Pick<MarketClock, 'now'>
  readonly timers: Timers
  /** Called with each firing and correction after it is stored. */
  readonly onFiring?: (id: number) => void
}

/** A longer time between two steps is a change of the market time. */
const MAX_GAP_MS = 10 * MINUTE_MS

/** Before its publication, the TRM is estimated from all deals of the day. */
const TRM_INTERVAL_MS = 15 * SECOND_MS

const toPricedDeal = ({ deal }: AudienceChange): PricedDeal => ({
  id: deal.id,
  market: deal.market,
  time: deal.time,
  centavos: toCentavos(deal.price),
})

/** Evaluates the alerts of a simulated service each second, with the fold of the server (D125). */
export function startAlertEvaluation({
  state,
  days,
  marketClock,
  timers,
  onFiring = () => {},
}: AlertEvaluationDeps): void {
  let book: AlertBook | null = null
  let evaluatedUntil: Instant = 0

  const readClose = (market: Market, now: Instant) => {
    const date = previousTradingDay(market, tradingDayOnOrBefore(market, toDate(now)))
    const close = days.summary(market, date)?.figures?.last
    return close === undefined ? null : toCentavos(close)
  }

  /** The changes of all markets within some time, in their order. */
  const listChanges = (after: Instant, until: Instant): readonly AudienceChange[] =>
    MARKETS.flatMap((market) => {
      const date = tradingDayOnOrBefore(market, toDate(until))
      return days.changes(market, date, 'live').filter(({ at }) => at > after && at <= until)
    }).toSorted((one, other) => one.at - other.at || one.sequence - other.sequence)

  function addFirings(firings: readonly Firing[], annulled: readonly string[]) {
    const { alerts, firings: before } = state.getSnapshot()
    let lastId = before.at(-1)?.id ?? 0
    const nextId = () => {
      lastId += 1
      return lastId
    }
    const wrong = before.filter(({ dealId, kind }) => kind === 'fired' && dealId !== null && annulled.includes(dealId))
    const corrections = wrong.map((firing) => ({ ...firing, id: nextId(), kind: 'corrected' as const }))
    const fired = firings.flatMap(({ alertId, dealId, at, price }) => {
      const alert = alerts.find(({ id }) => id === alertId)
      if (alert === undefined) return []
      const { kind, market, side, level, minutes, pause, until, clientId } = alert
      const rule = { kind, market, side, level, minutes, pause, until }
      return [{ id: nextId(), alertId, clientId, dealId, rule, kind: 'fired' as const, at, price, isCorrected: false }]
    })
    const known = before.map((firing) => (wrong.includes(firing) ? { ...firing, isCorrected: true } : firing))
    return [...known, ...corrections, ...fired]
  }

  function store({ firings, changes }: Outcome, annulled: readonly string[]) {
    const lastId = state.getSnapshot().firings.at(-1)?.id ?? 0
    const added = addFirings(firings, annulled)
    const alerts = state
      .getSnapshot()
      .alerts.map((alert) => ({ ...alert, state: changes.get(alert.id) ?? alert.state }))
    state.set({ ...state.getSnapshot(), alerts, firings: added })
    for (const { id } of added) if (id > lastId) onFiring(id)
  }

  function evaluateChange(current: AlertBook, change: AudienceChange) {
    const deal = toPricedDeal(change)
    const isDeal = change.kind === 'deal'
    const { firings, changes } = current.evaluate({
      id: change.at,
      deals: isDeal ? [deal] : [],
      annulled: isDeal ? [] : [deal],
    })
    if (changes.size === 0 && firings.length === 0 && isDeal) return
    store({ firings, changes }, isDeal ? [] : [deal.id])
  }

  /** The prices of the day until now, without alerts. */
  function createBook(now: Instant): AlertBook {
    const closes = { spot: readClose('spot', now), nextday: readClose('nextday', now) }
    const created = createAlertBook(createEmptySeries(closes))
    for (const change of listChanges(0, now)) {
      const deal = toPricedDeal(change)
      created.evaluate({
        id: 0,
        deals: change.kind === 'deal' ? [deal] : [],
        annulled: change.kind === 'deal' ? [] : [deal],
      })
    }
    return created
  }

  /** The alerts that clients have changed since; those in the book are the same objects. */
  function loadAlerts(current: AlertBook, known: ReadonlyMap<string, object>) {
    const { alerts } = state.getSnapshot()
    const ids = new Set(alerts.map(({ id }) => id))
    for (const id of known.keys()) if (!ids.has(id)) current.remove(id)
    for (const alert of alerts) if (known.get(alert.id) !== alert) current.set(alert)
  }

  const reader = createMarketDayReader(days)
  /** The first day of the last published TRM. */
  let trmFrom = ''
  let trmReadAt: Instant = 0

  /** The TRM that is published last: that of the next days, or the one in force. */
  function readTrm(now: Instant): TrmPeriod | null {
    const { inForce, next } = reader.trmNow({ today: toDate(now), until: now })
    return next !== null && !next.estimated ? next : inForce
  }

  /** Fires the alerts of a TRM that is published since the last one. */
  function evaluateTrm(current: AlertBook, now: Instant) {
    if (now - trmReadAt < TRM_INTERVAL_MS) return
    trmReadAt = now
    const trm = readTrm(now)
    if (trm === null || trm.from <= trmFrom) return
    trmFrom = trm.from
    const outcome = current.publishTrm({ ...trm, at: now })
    if (outcome.firings.length > 0) store(outcome, [])
  }

  let known = new Map<string, object>()

  function step() {
    const now = marketClock.now()
    // A market time that was set: what lies between did not happen.
    const isMoved = now < evaluatedUntil || now - evaluatedUntil > MAX_GAP_MS
    if (state.getSnapshot().alerts.length === 0) {
      book = null
      return
    }
    if (isMoved) {
      book = null
      evaluatedUntil = now
    }
    if (book === null) {
      book = createBook(evaluatedUntil)
      trmFrom = readTrm(evaluatedUntil)?.from ?? ''
      trmReadAt = evaluatedUntil
      known = new Map()
    }
    loadAlerts(book, known)
    for (const change of listChanges(evaluatedUntil, now)) evaluateChange(book, change)
    evaluateTrm(book, now)
    evaluatedUntil = now
    known = new Map(state.getSnapshot().alerts.map((alert) => [alert.id, alert]))
  }

  let isScheduled = false

  /** Without alerts, nothing runs. */
  function schedule() {
    if (isScheduled || state.getSnapshot().alerts.length === 0) return
    isScheduled = true
    // The first alert is watched from now on, not from the first step.
    if (book === null) evaluatedUntil = marketClock.now()
    timers.setTimeout(() => {
      isScheduled = false
      step()
      schedule()
    }, SECOND_MS)
  }
  state.subscribe(schedule)
  schedule()
}
