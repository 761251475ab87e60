import * as z from 'zod'

import { duration, ON_OFF_MESSAGE, onOff, type SettingConflict, wholeNumber } from '#server/config/parse-settings.ts'
import { type Instant, parseDate, toInstant } from '#src/domain/time/bogota.ts'
import type { ReviewLimits } from '#src/domain/trading/deal-review.ts'

/** Maximum speed of the simulator, in market seconds per real second. */
export const MAX_SIMULATION_SPEED = 3_600

/**
 * The market's clock: the demo clock (D52), the real clock, or a demo clock that starts at an
 * instant (D60).
 */
type MarketClockSetting =
  | { readonly kind: 'demo' }
  | { readonly kind: 'real' }
  | { readonly kind: 'from'; readonly instant: Instant }

/** Configuration of the market. */
export interface MarketConfig {
  readonly marketClock: MarketClockSetting
  readonly marketSource: 'simulator' | 'csv' | 'ingest'
  /** The deals file of the source `csv`; null for other sources. */
  readonly marketFile: string | null
  /** Null uses the seed of the database, or the default seed. */
  readonly simulationSeed: number | null
  /** Market seconds per real second. */
  readonly simulationSpeed: number
  /**
   * The longest silence of a source of `ingest` that works, in milliseconds (D114); null when silence
   * is not watched.
   */
  readonly sourceSilence: number | null
  /** Limits beyond which a deal of `ingest` waits for the operator (D118). */
  readonly dealLimits: ReviewLimits
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/

/** Parses an instant from 2000 to 2099; without an offset it is Bogotá time (D1). */
function parseInstant(text: string): Instant | null {
  const [, date = '', , , , offset] = INSTANT.exec(text) ?? []
  if (parseDate(date) === null || date < '2000' || date >= '2100') return null
  const instant = offset === undefined ? toInstant(date, text.slice(date.length + 1)) : Date.parse(text)
  return Number.isFinite(instant) ? instant : null
}

const startInstant = z.string().transform((text, context): MarketClockSetting => {
  const instant = parseInstant(text)
  if (instant !== null) return { kind: 'from', instant }
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

const marketClock = z.union([
  z.literal('demo').transform((): MarketClockSetting => ({ kind: 'demo' })),
  z.literal('real').transform((): MarketClockSetting => ({ kind: 'real' })),
  startInstant,
])

type MarketSourceSetting = Pick<MarketConfig, 'marketSource' | 'marketFile'>

const marketSource = z.union([
  z
    .enum(['simulator', 'ingest'])
    .transform((source): MarketSourceSetting => ({ marketSource: source, marketFile: null })),
  z
    .string()
    .regex(/^csv:./)
    .transform((text): MarketSourceSetting => ({ marketSource: 'csv', marketFile: text.slice('csv:'.length) })),
])

/** A source that sends a sign every second, through some failed requests, is not silent yet. */
const MIN_SILENCE_MS = 10_000
const DEFAULT_SILENCE_MS = 120_000

export const MARKET_SETTINGS = {
  MARKET_CLOCK: marketClock.default({ kind: 'demo' }),
  MARKET_SOURCE: marketSource.default({ marketSource: 'simulator', marketFile: null }),
  SIM_SEED: wholeNumber(0, 2 ** 32 - 1).optional(),
  SIM_SPEED: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,3})?$/)
    .transform(Number)
    .pipe(z.number().positive().max(MAX_SIMULATION_SPEED))
    .default(1),
  SOURCE_SILENCE: duration.pipe(z.union([z.null(), z.number().min(MIN_SILENCE_MS)])).default(DEFAULT_SILENCE_MS),
  DEAL_BAND: z
    .union([
      z.literal('off').transform(() => Number.POSITIVE_INFINITY),
      z
        .string()
        .regex(/^\d{1,2}(\.\d{1,2})?$/)
        .transform(Number)
        .pipe(z.number().positive()),
    ])
    .default(3),
  DEAL_MAX_AMOUNT: wholeNumber(1, 1_000_000_000).default(50_000_000),
  DEAL_MAX_AHEAD: duration.default(60_000),
  DEMO_DATA: onOff.optional(),
}

type MarketSettings = z.output<z.ZodObject<typeof MARKET_SETTINGS>>

export const MARKET_CONFLICTS: readonly SettingConflict<keyof typeof MARKET_SETTING_MESSAGES>[] = [
  {
    field: 'SIM_SPEED',
    hasConflict: (settings) => settings['MARKET_CLOCK'] === 'real' && Number(settings['SIM_SPEED'] ?? 1) !== 1,
  },
]

export const toMarketConfig = (settings: MarketSettings): MarketConfig => ({
  marketClock: settings.MARKET_CLOCK,
  ...settings.MARKET_SOURCE,
  simulationSeed: settings.SIM_SEED ?? null,
  simulationSpeed: settings.SIM_SPEED,
  sourceSilence: settings.SOURCE_SILENCE,
  dealLimits: {
    bandPercent: settings.DEAL_BAND,
    maxAmount: settings.DEAL_MAX_AMOUNT,
    maxAheadMs: settings.DEAL_MAX_AHEAD ?? 0,
  },
})

/** Error texts of the settings of the market; each follows the name of its setting. */
export const MARKET_SETTING_MESSAGES = {
  MARKET_CLOCK:
    'debe ser demo, real o un instante de 2000 a 2099, como 2026-11-20T10:40 (hora de Bogotá) o 2026-11-20T10:40:00-05:00',
  MARKET_SOURCE: 'debe ser simulator, ingest o csv:ARCHIVO',
  SIM_SEED: 'debe ser un número entero de 0 a 4294967295',
  SIM_SPEED: 'debe ser un número mayor que 0 y hasta 3600, y 1 cuando MARKET_CLOCK es real',
  SOURCE_SILENCE: 'debe ser off o un tiempo de 10s o más, como 30s, 2m o 1h',
  DEAL_BAND: 'debe ser off o un porcentaje mayor que 0 y menor que 100, como 3 o 2.5',
  DEAL_MAX_AMOUNT: 'debe ser un número entero de dólares, de 1 a 1000000000',
  DEAL_MAX_AHEAD: 'debe ser off o un tiempo, como 30s o 1m',
  DEMO_DATA: ON_OFF_MESSAGE,
} as const
