import { parseArgs } from 'node:util'

import { MAX_SIMULATION_SPEED } from '#server/config.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type BogotaDate, parseDate } from '#src/domain/time/bogota.ts'
import { tradingDayOnOrBefore } from '#src/domain/time/calendar.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import { type DayFigures, PUBLISHED_DAYS, type PublishedDay, publishedDay } from '#src/simulator/published-days.ts'

/** Market seconds a real second when nothing is said. */
export const REPLAY_SPEED = 60

/** What the command is asked to show. */
export interface ReplayRequest {
  readonly market: Market
  readonly row: DayFigures
  readonly speed: number
  /** Null takes the usual one, or any free one when that is taken. */
  readonly port: number | null
}

type Settings = Pick<ReplayRequest, 'speed' | 'port'>

const MAX_PORT = 65_535

/** What is wrong with the arguments, or a wish to know them. */
export type ArgumentFailure =
  | { readonly kind: 'unknown-argument'; readonly text: string }
  | { readonly kind: 'bad-value'; readonly flag: string; readonly value: string }
  | { readonly kind: 'not-published'; readonly date: BogotaDate; readonly market: Market }
  | { readonly kind: 'date-twice' }
  | { readonly kind: 'nothing-asked' }
  | { readonly kind: 'help' }

const FIGURE_FLAGS = ['open', 'low', 'high', 'close', 'average', 'amount', 'deals'] as const
type FigureFlag = (typeof FIGURE_FLAGS)[number]

const text = { type: 'string' } as const
const OPTIONS = {
  open: text,
  low: text,
  high: text,
  close: text,
  average: text,
  amount: text,
  deals: text,
  date: text,
  market: text,
  speed: text,
  port: text,
  help: { type: 'boolean', short: 'h' },
} as const

type Values = { readonly [Flag in Exclude<keyof typeof OPTIONS, 'help'>]?: string | undefined }

/** Amounts are given in millions of US$, as the press writes them. */
const MILLION = 1_000_000

const NUMBER = /^\d{1,12}(\.\d{1,6})?$/

const FIGURE_DECIMALS: Readonly<Record<FigureFlag, number>> = {
  open: 2,
  low: 2,
  high: 2,
  close: 2,
  average: 2,
  amount: 6,
  deals: 0,
}

const decimalsOf = (value: string) => value.split('.')[1]?.length ?? 0

const badValue = (flag: string, value: string) => err({ kind: 'bad-value', flag, value } as const)

/** Which days can be asked for by date alone. */
export const replayableDays = (market: Market): readonly PublishedDay[] =>
  PUBLISHED_DAYS.filter((day) => day.market === market)

/** Reads what was typed; `today` is the day of a row that is given without one. */
export function readArguments(argv: readonly string[], today: BogotaDate): Result<ReplayRequest, ArgumentFailure> {
  const parsed = parsedArguments(argv)
  if (!parsed.ok) return parsed
  const { values, positionals } = parsed.value
  const market = MARKETS.find((known) => known === (values.market ?? 'spot'))
  if (!market) return badValue('market', values.market ?? '')
  const settings = settingsOf(values)
  if (!settings.ok) return settings
  const row = rowOf(values, positionals[0], market, today)
  return row.ok ? ok({ market, row: row.value, ...settings.value }) : row
}

function settingsOf({ speed: speedText, port: portText }: Values): Result<Settings, ArgumentFailure> {
  const speed = speedText === undefined ? REPLAY_SPEED : numberIn(speedText, 3)
  if (speed === null || speed === 0 || speed > MAX_SIMULATION_SPEED) return badValue('speed', speedText ?? '')
  if (portText === undefined) return ok({ speed, port: null })
  const port = numberIn(portText, 0)
  return port === null || port > MAX_PORT ? badValue('port', portText) : ok({ speed, port })
}

interface ParsedArguments {
  readonly values: Values
  readonly positionals: readonly string[]
}

function parsedArguments(argv: readonly string[]): Result<ParsedArguments, ArgumentFailure> {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
    if (values.help === true) return err({ kind: 'help' })
    const extra = positionals[1]
    return extra === undefined ? ok({ values, positionals }) : err({ kind: 'unknown-argument', text: extra })
  } catch (error) {
    if (error instanceof TypeError) return err({ kind: 'unknown-argument', text: argv.join(' ') })
    throw error
  }
}

const numberIn = (value: string, decimals: number): number | null =>
  NUMBER.test(value) && decimalsOf(value) <= decimals ? Number(value) : null

/** The market's clock begins in this century (D60). */
function dayIn(text: string): BogotaDate | null {
  const date = parseDate(text)
  return date !== null && date >= '2000' && date < '2100' ? date : null
}

function rowOf(
  values: Values,
  positional: string | undefined,
  market: Market,
  today: BogotaDate,
): Result<DayFigures, ArgumentFailure> {
  if (positional !== undefined && values.date !== undefined) return err({ kind: 'date-twice' })
  const written = positional ?? values.date
  const date = written === undefined ? null : dayIn(written)
  if (written !== undefined && date === null) return badValue('date', written)
  if (FIGURE_FLAGS.some((flag) => values[flag] !== undefined))
    return givenRow(values, date ?? tradingDayOnOrBefore(market, today))
  if (date === null) return err({ kind: 'nothing-asked' })
  const published = publishedDay(market, date)
  return published ? ok(published) : err({ kind: 'not-published', date, market })
}

function givenRow(values: Values, date: BogotaDate): Result<DayFigures, ArgumentFailure> {
  const figures: Record<FigureFlag, number | null> = {
    open: null,
    low: null,
    high: null,
    close: null,
    average: null,
    amount: null,
    deals: null,
  }
  for (const flag of FIGURE_FLAGS) {
    const value = values[flag]
    if (value === undefined) continue
    const figure = numberIn(value, FIGURE_DECIMALS[flag])
    if (figure === null) return badValue(flag, value)
    figures[flag] = figure
  }
  const { deals, amount, ...prices } = figures
  return ok({ date, ...prices, count: deals, amount: amount === null ? null : Math.round(amount * MILLION) })
}
