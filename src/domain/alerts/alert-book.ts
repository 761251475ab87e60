import { type AlertRule, type AlertState, hasEnded, isPaused } from '#src/domain/alerts/alert.ts'
import { createLevelIndex, type LevelIndex } from '#src/domain/alerts/level-index.ts'
import { createPriceSeries, type PricedDeal, type PriceSeries, type Signal } from '#src/domain/alerts/price-series.ts'
import { type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { toCentavos } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** An alert with its state after the lines that were evaluated. */
export interface BookAlert extends AlertRule {
  readonly id: string
  /** The last line of the log before the alert: only later lines can fire it. */
  readonly afterLine: number
  readonly state: AlertState
}

/** A line of the log of the market. Deals that were annulled with their own line are not in it. */
export interface AlertLine {
  readonly id: number
  readonly deals: readonly PricedDeal[]
  /** Deals of earlier lines that this line annuls. */
  readonly annulled: readonly PricedDeal[]
}

/** A published TRM: pesos, and the first day on which it is in force. */
export interface PublishedTrm {
  readonly from: BogotaDate
  readonly value: number
  /** Market time at which it was found. */
  readonly at: Instant
}

export interface Firing {
  readonly alertId: string
  /** Null for the TRM. */
  readonly dealId: string | null
  readonly at: Instant
  readonly price: number
}

export interface Outcome {
  readonly firings: readonly Firing[]
  /** The new states of the alerts that changed. */
  readonly changes: ReadonlyMap<string, AlertState>
}

/** How far a price goes back before its level counts again, as a share of the level. */
const REARM_SHARE = 0.000_5

/** The same for a change, in hundredths of a percent. */
const REARM_CHANGE = 5

/**
 * All alerts and the prices that they watch: a fold over the lines of the log, without a clock. The
 * same lines give the same firings in any portions, and after a restart from any stored state (D125).
 */
export interface AlertBook {
  /** Adds an alert, or replaces it after a change. */
  set(alert: BookAlert): void
  remove(id: string): void
  get(id: string): BookAlert | undefined
  /** Evaluates the next line. */
  evaluate(line: AlertLine): Outcome
  /** Fires the alerts of the TRM. */
  publishTrm(trm: PublishedTrm): Outcome
}

interface Group extends Signal {
  readonly market: Market
  readonly side: AlertRule['side']
  readonly index: LevelIndex
}

/** The level in the direction of the side: centavos, or hundredths of a percent. */
const toSignedLevel = ({ kind, side, level }: AlertRule) => {
  const value = toCentavos(level)
  // A fall by one percent is the change -1.
  return side === 'above' || kind !== 'price' ? value : -value
}

const toSigned = (value: number, side: AlertRule['side']) => (side === 'above' ? value : -value)

const rearmPrice = (level: number) => level - Math.abs(level) * REARM_SHARE
const rearmChange = (level: number) => level - REARM_CHANGE
const getRearm = ({ kind }: Signal) => (kind === 'price' ? rearmPrice : rearmChange)

/** Whether an alert is armed after its last firing, by the values of the deals that still count. */
function isRearmed(alert: AlertRule, signal: Signal, values: readonly (number | null)[]): boolean {
  const level = toSignedLevel(alert)
  const rearmAt = getRearm(signal)(level)
  let isArmed = false
  for (const value of values.filter((known) => known !== null)) {
    const signed = toSigned(value, alert.side)
    isArmed = isArmed ? signed < level : signed <= rearmAt
  }
  return isArmed
}

const isSilent = (alert: BookAlert, at: Instant) =>
  hasEnded(alert, toDate(at)) || isPaused(alert, alert.state.firedAt, at)

/** `series` are the prices after the last evaluated line. */
export function createAlertBook(series: Readonly<Record<Market, PriceSeries>>): AlertBook {
  const alerts = new Map<string, BookAlert>()
  const groups = new Map<string, Group>()
  /** Alerts whose state before their first line is not known yet. */
  const newIds = new Set<string>()
  /** Alerts by the deal of their last firing. */
  const byDeal = new Map<string, Set<string>>()

  const toSignal = ({ kind, minutes }: AlertRule): Signal | null => (kind === 'trm' ? null : { kind, minutes })

  function findGroup(rule: AlertRule, signal: Signal): Group {
    const { market, side } = rule
    const key = `${market} ${signal.kind} ${signal.minutes} ${side}`
    const group = groups.get(key) ?? { ...signal, market, side, index: createLevelIndex(getRearm(signal)) }
    groups.set(key, group)
    return group
  }

  function removeFromIndex(alert: BookAlert) {
    const signal = toSignal(alert)
    if (signal) findGroup(alert, signal).index.remove(alert.id)
  }

  function addToIndex(alert: BookAlert) {
    const signal = toSignal(alert)
    const { status, isArmed } = alert.state
    if (signal === null || status !== 'active' || isArmed === null) return
    findGroup(alert, signal).index.add({ id: alert.id, level: toSignedLevel(alert) }, isArmed)
  }

  function linkDeal(alert: BookAlert) {
    const { firedBy } = alert.state
    if (firedBy === null) return
    const ids = byDeal.get(firedBy) ?? new Set<string>()
    byDeal.set(firedBy, ids.add(alert.id))
  }

  function unlinkDeal({ id, state }: BookAlert) {
    if (state.firedBy !== null) byDeal.get(state.firedBy)?.delete(id)
  }

  function remove(id: string) {
    const alert = alerts.get(id)
    if (alert === undefined) return
    removeFromIndex(alert)
    unlinkDeal(alert)
    newIds.delete(id)
    alerts.delete(id)
  }

  function set(alert: BookAlert) {
    remove(alert.id)
    alerts.set(alert.id, alert)
    linkDeal(alert)
    if (alert.state.status === 'active' && alert.state.isArmed === null && alert.kind !== 'trm') newIds.add(alert.id)
    else addToIndex(alert)
  }

  /** One evaluation: collects firings and changed states. */
  function createRun() {
    const firings: Firing[] = []
    const changes = new Map<string, AlertState>()

    function note(alert: BookAlert, change: Partial<AlertState>): BookAlert {
      const next = { ...alert, state: { ...alert.state, ...change } }
      alerts.set(alert.id, next)
      changes.set(alert.id, next.state)
      return next
    }

    const noteArmed = (ids: readonly string[], isArmed: boolean) => {
      for (const id of ids) {
        const alert = alerts.get(id)
        if (alert) note(alert, { isArmed })
      }
    }

    /** Fires an alert whose level was crossed, unless it has ended or is within its pause. */
    function fire(alert: BookAlert, dealId: string | null, at: Instant, price: number) {
      if (isSilent(alert, at)) return void note(alert, { isArmed: false })
      firings.push({ alertId: alert.id, dealId, at, price })
      unlinkDeal(alert)
      const status = alert.pause === null ? 'done' : 'active'
      const fired = note(alert, { isArmed: false, firedAt: at, firedBy: dealId, status })
      linkDeal(fired)
      if (status === 'done') removeFromIndex(fired)
    }

    return { firings, changes, note, noteArmed, fire }
  }

  type Run = ReturnType<typeof createRun>

  /** Whether the next crossing counts: not while the value is beyond the level already. */
  function isBelowLevel(alert: BookAlert): boolean {
    const signal = toSignal(alert)
    const value = signal && series[alert.market].value(signal)
    return value === null || toSigned(value, alert.side) < toSignedLevel(alert)
  }

  function arm(run: Run, alert: BookAlert, isArmed: boolean) {
    removeFromIndex(alert)
    addToIndex(run.note(alert, { isArmed }))
  }

  /** The first line after an alert finds on which side of its level the price is. */
  function startNew(run: Run, lineId: number) {
    for (const id of newIds) {
      const alert = alerts.get(id)
      if (alert === undefined || alert.afterLine >= lineId) continue
      newIds.delete(id)
      arm(run, alert, isBelowLevel(alert))
    }
  }

  /** An annulled deal must not have armed an alert for the crossing that it has reported already. */
  function checkArmed(run: Run, alert: BookAlert) {
    const signal = toSignal(alert)
    const { status, isArmed, firedBy } = alert.state
    if (signal === null || firedBy === null || status !== 'active' || isArmed !== true) return
    const values = series[alert.market].valuesAfter(firedBy, signal)
    if (values && !isRearmed(alert, signal, values)) arm(run, alert, false)
  }

  /** Without its deal, an alert has not fired. */
  function reopen(run: Run, alert: BookAlert | undefined) {
    if (alert === undefined || alert.state.status === 'stopped') return
    const open = run.note(alert, { status: 'active', firedBy: null, firedAt: null })
    arm(run, open, isBelowLevel(open))
  }

  function annul(run: Run, deal: PricedDeal) {
    const fired = [...(byDeal.get(deal.id) ?? [])]
    byDeal.delete(deal.id)
    series[deal.market].remove(deal.id)
    for (const id of fired) reopen(run, alerts.get(id))
    for (const alert of alerts.values()) if (alert.market === deal.market) checkArmed(run, alert)
  }

  function startDay(run: Run, market: Market) {
    for (const group of groups.values())
      if (group.market === market && group.kind !== 'price') run.noteArmed(group.index.armAll(), true)
  }

  /** Arms and disarms the alerts of a group; returns the ids of those whose level was crossed. */
  function crossLevels(run: Run, group: Group): readonly string[] {
    const value = series[group.market].value(group)
    if (value === null) return []
    const signed = toSigned(value, group.side)
    run.noteArmed(group.index.takeRearmed(signed), true)
    return group.index.takeCrossed(signed)
  }

  function evaluateDeal(run: Run, { id: dealId, market, time, centavos }: PricedDeal) {
    const crossed = [...groups.values()]
      .filter((group) => group.market === market)
      .flatMap((group) => crossLevels(run, group))
    // The order of the groups depends on the history of this process.
    for (const id of crossed.sort()) {
      const alert = alerts.get(id)
      if (alert) run.fire(alert, dealId, time, centavos / 100)
    }
  }

  function addDeal(run: Run, deal: PricedDeal) {
    const added = series[deal.market].add(deal)
    if (added === 'new-day') startDay(run, deal.market)
    if (added !== 'late') evaluateDeal(run, deal)
  }

  return {
    set,
    remove,
    get: (id) => alerts.get(id),

    evaluate(line) {
      const run = createRun()
      startNew(run, line.id)
      for (const deal of line.annulled) annul(run, deal)
      for (const deal of line.deals) addDeal(run, deal)
      return run
    },

    publishTrm({ value, at }) {
      const run = createRun()
      for (const alert of [...alerts.values()].sort((one, other) => (one.id < other.id ? -1 : 1)))
        if (alert.kind === 'trm' && alert.state.status === 'active') run.fire(alert, null, at, value)
      return run
    },
  }
}

export const createEmptySeries = (closes: Readonly<Record<Market, number | null>>): Record<Market, PriceSeries> => ({
  spot: createPriceSeries(closes.spot),
  nextday: createPriceSeries(closes.nextday),
})
