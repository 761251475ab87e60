import type { Selectable } from 'kysely'
import type { AlertFiringTable, AlertRuleTable } from '#server/alerts/alert-tables.ts'
import {
  ALERT_KINDS,
  ALERT_SIDES,
  ALERT_STATUSES,
  type Alert,
  type AlertFiring,
  type AlertRule,
  type AlertState,
} from '#src/domain/alerts/alert.ts'
import type { BookAlert } from '#src/domain/alerts/alert-book.ts'
import { toCentavos } from '#src/domain/trading/deal.ts'
import { MARKETS } from '#src/domain/trading/market.ts'

type RuleRow = Selectable<AlertRuleTable>

/** Narrows the value of a column to one of these values; throws for other values. */
function parseChoice<T>(values: readonly T[], value: unknown): T {
  const found = values.find((candidate) => candidate === value)
  if (found === undefined) throw new Error(`alerts: ${String(value)} is not one of ${values.join(', ')}`)
  return found
}

export const toRule = (row: RuleRow): AlertRule => ({
  kind: parseChoice(ALERT_KINDS, row.kind),
  market: parseChoice(MARKETS, row.market),
  side: parseChoice(ALERT_SIDES, row.side),
  level: row.level / 100,
  minutes: row.minutes,
  pause: row.pause,
  until: row.until,
})

export const toRuleRow = ({ kind, market, side, level, minutes, pause, until }: AlertRule) => ({
  kind,
  market,
  side,
  level: toCentavos(level),
  minutes,
  pause,
  until,
})

export const toStateRow = ({ status, isArmed, firedAt, firedBy }: AlertState) => ({
  status,
  is_armed: isArmed === null ? null : Number(isArmed),
  fired_at: firedAt,
  fired_by: firedBy,
})

export const toAlert = (row: RuleRow): Alert => ({
  id: row.id,
  ...toRule(row),
  status: parseChoice(ALERT_STATUSES, row.status),
  firedAt: row.fired_at,
})

export const toBookAlert = (row: RuleRow): BookAlert => ({
  id: row.id,
  ...toRule(row),
  afterLine: row.after_line,
  state: {
    status: parseChoice(ALERT_STATUSES, row.status),
    isArmed: row.is_armed === null ? null : row.is_armed === 1,
    firedAt: row.fired_at,
    firedBy: row.fired_by,
  },
})

/** A firing with its client. */
export interface ClientFiring extends Omit<AlertFiring, 'isCorrected'> {
  readonly clientId: string
}

export const toFiring = (row: Selectable<AlertFiringTable>): ClientFiring => ({
  id: row.id,
  clientId: row.client_id,
  alertId: row.alert_id,
  // Only this program writes the column.
  rule: JSON.parse(row.rule) as AlertRule,
  kind: parseChoice(['fired', 'corrected'] as const, row.kind),
  at: row.at,
  price: row.price / 100,
})
