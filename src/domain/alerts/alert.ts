import type { QuietHours } from '#src/domain/alerts/quiet-hours.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type BogotaDate, type Instant, MINUTE_MS, parseDate } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** Maximum alerts of a client that are not deleted (D125). */
export const MAX_ALERTS = 20

/** Maximum firings that the history shows. */
export const MAX_SHOWN_FIRINGS = 100

/**
 * What an alert watches: the price, its change since the close of the day before or within some
 * minutes, or the publication of the TRM.
 */
export const ALERT_KINDS = ['price', 'close', 'window', 'trm'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** `above`: the price or its change rises to the level; `below`: it falls to it. */
export const ALERT_SIDES = ['above', 'below'] as const
export type AlertSide = (typeof ALERT_SIDES)[number]

/** When an alert fires. */
export interface AlertRule {
  readonly kind: AlertKind
  readonly market: Market
  readonly side: AlertSide
  /** Pesos of a price, percent of a change (positive on both sides); 0 for the TRM. */
  readonly level: number
  /** Minutes within which the price changes; null for the other kinds. */
  readonly minutes: number | null
  /** The shortest time between two firings, in minutes; null for an alert that fires once. */
  readonly pause: number | null
  /** The last day of the alert; null without an end. */
  readonly until: BogotaDate | null
}

/** `done`: an alert that fires once has fired. `stopped`: the client has stopped it. */
export const ALERT_STATUSES = ['active', 'done', 'stopped'] as const
export type AlertStatus = (typeof ALERT_STATUSES)[number]

/** What the evaluation of an alert stores. */
export interface AlertState {
  readonly status: AlertStatus
  /** Whether the next crossing counts (hysteresis); null before the first line of the log. */
  readonly isArmed: boolean | null
  /** Time of the deal of the last firing. */
  readonly firedAt: Instant | null
  /** The deal of the last firing; null for the TRM, and after it was annulled. */
  readonly firedBy: string | null
}

/** The state of an alert that is new, changed or active again. */
export const NEW_STATE: AlertState = { status: 'active', isArmed: null, firedAt: null, firedBy: null }

export interface Alert extends AlertRule {
  readonly id: string
  readonly status: AlertStatus
  readonly firedAt: Instant | null
}

/** A firing, or the annulment of the deal that caused one. */
export interface AlertFiring {
  readonly id: number
  readonly alertId: string
  readonly rule: AlertRule
  readonly kind: 'fired' | 'corrected'
  /** Market time of the deal, or of the publication. */
  readonly at: Instant
  /** Pesos of the deal, or the TRM. */
  readonly price: number
  /** Whether the deal was annulled later. */
  readonly isCorrected: boolean
}

/** How a client gets the messages of alerts, besides the open pages. */
export interface AlertChannels {
  readonly mail: boolean
  readonly quiet: QuietHours | null
  /** The address to which the firings are posted; null without one. */
  readonly webhook: string | null
}

/** Minutes of a window that the form offers. */
export const WINDOW_MINUTES = [5, 15, 30, 60] as const

/** Pauses that the form offers, in minutes. */
export const PAUSE_MINUTES = [5, 15, 60, 1_440] as const

const MIN_PRICE = 100
const MAX_PRICE = 99_999.99
const MIN_PERCENT = 0.05
const MAX_PERCENT = 50

/** What a client types. */
export interface AlertForm {
  readonly kind: AlertKind
  readonly market: Market
  readonly side: AlertSide
  /** With a decimal point or comma. */
  readonly level: string
  readonly minutes: number
  /** Null for an alert that fires once. */
  readonly pause: number | null
  /** `YYYY-MM-DD`, empty without an end. */
  readonly until: string
}

export type AlertFormErrors = Readonly<
  Partial<Record<'level' | 'until', 'price-required' | 'price-range' | 'percent-range' | 'date-invalid' | 'date-past'>>
>

/** Digits, also in groups of three, and decimals after a comma: `4.012,50`. */
const TYPED_LEVEL = /^(?:\d{1,6}|\d{1,3}\.\d{3})(?:,\d{1,2})?$/
/** Digits and decimals after a point: `4012.5`. */
const PLAIN_LEVEL = /^\d{1,6}(?:\.\d{1,2})?$/

/** A number with a decimal comma or point, at most two decimals, such as `4.012,50` or `4012.5`. */
export function parseLevel(text: string): number | null {
  const compact = text.replace(/[\s$%]/g, '')
  if (TYPED_LEVEL.test(compact)) return Number(compact.replace('.', '').replace(',', '.'))
  return PLAIN_LEVEL.test(compact) ? Number(compact) : null
}

const isWithin = (value: number, low: number, high: number) => value >= low && value <= high

/** Checks the level of a kind (D125). */
export function checkLevel(kind: AlertKind, level: number | null): AlertFormErrors['level'] {
  if (kind === 'trm') return undefined
  if (kind === 'price') {
    if (level === null) return 'price-required'
    return isWithin(level, MIN_PRICE, MAX_PRICE) ? undefined : 'price-range'
  }
  return level !== null && isWithin(level, MIN_PERCENT, MAX_PERCENT) ? undefined : 'percent-range'
}

function checkUntil(text: string, today: BogotaDate): AlertFormErrors['until'] {
  if (text.trim() === '') return undefined
  const date = parseDate(text.trim())
  if (date === null) return 'date-invalid'
  return date < today ? 'date-past' : undefined
}

/** Converts a form to a rule, or returns its errors. */
export function parseAlertForm(form: AlertForm, today: BogotaDate): Result<AlertRule, AlertFormErrors> {
  const { kind, market, side, pause } = form
  const level = parseLevel(form.level)
  const [levelError, untilError] = [checkLevel(kind, level), checkUntil(form.until, today)]
  if (levelError !== undefined || untilError !== undefined)
    return err({ ...(levelError && { level: levelError }), ...(untilError && { until: untilError }) })
  return ok(
    normalizeRule({
      kind,
      market,
      side,
      level: level ?? 0,
      minutes: form.minutes,
      pause,
      until: parseDate(form.until.trim()),
    }),
  )
}

/** Removes what a kind does not use: so equal alerts have equal rules. */
export function normalizeRule(rule: AlertRule): AlertRule {
  if (rule.kind === 'trm') return { ...rule, market: 'spot', side: 'above', level: 0, minutes: null }
  return { ...rule, minutes: rule.kind === 'window' ? rule.minutes : null }
}

/** Whether an alert no longer fires on a day. */
export const hasEnded = ({ until }: Pick<AlertRule, 'until'>, date: BogotaDate): boolean =>
  until !== null && date > until

/** Whether an instant is within the pause after the last firing. */
export const isPaused = ({ pause }: Pick<AlertRule, 'pause'>, firedAt: Instant | null, at: Instant): boolean =>
  pause !== null && firedAt !== null && at < firedAt + pause * MINUTE_MS
