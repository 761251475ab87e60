import { MAX_SIMULATION_SPEED } from '#server/config/market-settings.ts'
import type { FlagFailure } from '#src/adapters/command-line/flags.ts'
import { parseFlags } from '#src/adapters/command-line/flags.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type BogotaDate, parseDate } from '#src/domain/time/bogota.ts'
import { tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import { type DayFigures, PUBLISHED_DAYS, type PublishedDay, publishedDay } from '#src/simulator/published-days.ts'

/** Default speed, in market seconds per real second. */
export const DEFAULT_REPLAY_SPEED = 60

/** The requested replay. */
export interface ReplayRequest {
  readonly market: Market
  /** The date and the figures of the replayed day; null for a figure that is not given. */
  readonly figures: DayFigures
  readonly speed: number
  /** Null: the default port, or any free port when the default port is taken. */
  readonly port: number | null
}

type Settings = Pick<ReplayRequest, 'speed' | 'port'>

const MAX_PORT = 65_535

/** Why the arguments are refused; `help` requests the usage text. */
export type ArgumentFailure =
  | FlagFailure
  | { readonly kind: 'bad-value'; readonly flag: string; readonly value: string }
  | { readonly kind: 'bad-port'; readonly value: string }
  | { readonly kind: 'not-published'; readonly date: BogotaDate; readonly market: Market }
  | { readonly kind: 'date-twice' }
  | { readonly kind: 'missing-day' }

const FIGURE_FLAGS = ['open', 'low', 'high', 'close', 'average', 'amount', 'deals'] as const
type FigureFlag = (typeof FIGURE_FLAGS)[number]

const textOption = { type: 'string' } as const
const FLAGS = {
  open: textOption,
  low: textOption,
  high: textOption,
  close: textOption,
  average: textOption,
  amount: textOption,
  deals: textOption,
  date: textOption,
  market: textOption,
  speed: textOption,
  port: textOption,
} as const

type Values = { readonly [Flag in keyof typeof FLAGS]?: string | undefined }

/** Amounts on the command line are in millions of US$, as newspapers publish them. */
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

const countDecimals = (value: string) => value.split('.')[1]?.length ?? 0

const badValue = (flag: string, value: string) => err({ kind: 'bad-value', flag, value } as const)

/** Returns the published days. They can be replayed by date, without figures. */
export const replayableDays = (market: Market): readonly PublishedDay[] =>
  PUBLISHED_DAYS.filter((day) => day.market === market)

/**
 * Parses the command line. Figures without a date get the last trading day up to `today`.
 * `portSetting` is the variable PORT, which --port overrides.
 */
export function readArguments(
  argv: readonly string[],
  today: BogotaDate,
  portSetting = '',
): Result<ReplayRequest, ArgumentFailure> {
  const parsed = parseFlags(argv, FLAGS)
  if (!parsed.ok) return parsed
  const { values, words } = parsed.value
  const [date, extra] = words
  if (extra !== undefined) return err({ kind: 'unknown-argument', text: extra })
  const market = MARKETS.find((candidate) => candidate === (values.market ?? 'spot'))
  if (!market) return badValue('market', values.market ?? '')
  const settings = readSettings(values, portSetting.trim())
  if (!settings.ok) return settings
  const figures = readDay(values, date, market, today)
  return figures.ok ? ok({ market, figures: figures.value, ...settings.value }) : figures
}

function readSettings({ speed: speedText, port }: Values, portSetting: string): Result<Settings, ArgumentFailure> {
  const speed = speedText === undefined ? DEFAULT_REPLAY_SPEED : parseNumber(speedText, 3)
  if (speed === null || speed === 0 || speed > MAX_SIMULATION_SPEED) return badValue('speed', speedText ?? '')
  if (port === undefined && portSetting === '') return ok({ speed, port: null })
  const portNumber = parseNumber(port ?? portSetting, 0)
  if (portNumber !== null && portNumber <= MAX_PORT) return ok({ speed, port: portNumber })
  return port === undefined ? err({ kind: 'bad-port', value: portSetting }) : badValue('port', port)
}

const parseNumber = (value: string, decimals: number): number | null =>
  NUMBER.test(value) && countDecimals(value) <= decimals ? Number(value) : null

/** Parses a date of this century, the range of the market's clock (D60). */
function parseReplayDate(text: string): BogotaDate | null {
  const date = parseDate(text)
  return date !== null && date >= '2000' && date < '2100' ? date : null
}

function readDay(
  values: Values,
  positionalDate: string | undefined,
  market: Market,
  today: BogotaDate,
): Result<DayFigures, ArgumentFailure> {
  if (positionalDate !== undefined && values.date !== undefined) return err({ kind: 'date-twice' })
  const dateText = positionalDate ?? values.date
  const date = dateText === undefined ? null : parseReplayDate(dateText)
  if (dateText !== undefined && date === null) return badValue('date', dateText)
  if (FIGURE_FLAGS.some((flag) => values[flag] !== undefined))
    return readFigures(values, date ?? tradingDayOnOrBefore(market, today))
  if (date === null) return err({ kind: 'missing-day' })
  const day = publishedDay(market, date)
  return day ? ok(day) : err({ kind: 'not-published', date, market })
}

function readFigures(values: Values, date: BogotaDate): Result<DayFigures, ArgumentFailure> {
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
    const figure = parseNumber(value, FIGURE_DECIMALS[flag])
    if (figure === null) return badValue(flag, value)
    figures[flag] = figure
  }
  const { deals, amount, ...prices } = figures
  return ok({ date, ...prices, count: deals, amount: amount === null ? null : Math.round(amount * MILLION) })
}
