import type { Logger } from 'pino'
import { readConfig } from '#server/config/config.ts'
import type { ReplayRequest } from '#server/demo/replay/read-arguments.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { DEFAULT_SEED } from '#server/market/market-clock.ts'
import { type MarketModule, type MarketParts, openMarket } from '#server/market/market-module.ts'
import type { Scheduler } from '#server/scheduler.ts'
import { type RunningServer, startServer } from '#server/server.ts'
import type { ServerParts } from '#server/start/server-parts.ts'
import type { StartFailure } from '#server/start/start-failure.ts'
import {
  amountsReply,
  closeAndAverageReply,
  type DayRequest,
  pricesReply,
} from '#src/adapters/http/contract/market/market.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { MARKET_IDS, type Market, VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import type { ScriptDaySteps } from '#src/domain/trading/scripted-days.ts'
import { lastChangeAt } from '#src/domain/trading/trading-day.ts'
import type { DayFigures } from '#src/simulator/published-days.ts'
import { type ReplayViolation, replayDay } from '#src/simulator/replay-day.ts'
import { simulateDaySteps } from '#src/simulator/simulate-day.ts'

/** Maximum difference of the averages, in pesos (D60). */
const AVERAGE_TOLERANCE = 0.01

const REPLAYED_FIGURES = ['open', 'low', 'high', 'close', 'average', 'amount', 'count'] as const
export type ReplayedFigure = (typeof REPLAYED_FIGURES)[number]

/** A figure of the replayed day. A null `expected` was not given and equals any value. */
export interface Comparison {
  readonly figure: ReplayedFigure
  readonly expected: number | null
  readonly actual: number | null
  readonly equal: boolean
}

// In binary, two prices that differ by a centavo may differ by slightly more than 0.01.
const HALF_A_CENTAVO = 0.005

function isEqual(figure: ReplayedFigure, expected: number, actual: number | null): boolean {
  if (actual === null) return false
  if (figure === 'average') return Math.abs(expected - actual) < AVERAGE_TOLERANCE + HALF_A_CENTAVO
  return expected === actual
}

/** Compares the figures for equality; averages may differ by the tolerance. */
export const compareFigures = (expected: DayFigures, actual: DayFigures): readonly Comparison[] =>
  REPLAYED_FIGURES.map((figure) => {
    const [expectedValue, actualValue] = [expected[figure], actual[figure]]
    const areEqual = expectedValue === null || isEqual(figure, expectedValue, actualValue)
    return { figure, expected: expectedValue, actual: actualValue, equal: areEqual }
  })

/**
 * Fetches the figures of a trading day with the requests of the home page for a visitor. `base` is
 * the URL of the market API.
 */
async function fetchVisitorFigures(base: string, market: Market, date: BogotaDate): Promise<DayFigures> {
  const request: DayRequest = { fecha: date, mercado: MARKET_IDS[market], delay: VISITOR_DELAY_MINUTES }
  const load = async (path: string): Promise<unknown> => {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    })
    return response.json()
  }
  const { open, low, high } = pricesReply.parse(await load(MARKET_PATHS.prices)).data
  const { close, avg: average } = closeAndAverageReply.parse(await load(MARKET_PATHS.closeAndAverage)).data
  const { sum: amount, count } = amountsReply.parse(await load(MARKET_PATHS.amounts)).data
  return { date, open, low, high, close, average, amount, count }
}

/** Market time at which a replay starts: two minutes before the opening. */
const REPLAY_START_TIME = '07:58'

/** Interval of the check for the end of the day, in milliseconds. */
const CHECK_MS = 250

/** The default port of `npm start`. */
const DEFAULT_PORT = 3_000

export type ReplayFailure =
  | { readonly kind: 'impossible-day'; readonly violations: readonly ReplayViolation[] }
  | { readonly kind: 'not-started'; readonly failure: StartFailure }
  | { readonly kind: 'stopped' }

interface ReplayOptions {
  /** The real clock. */
  readonly now: () => Instant
  readonly wait: (milliseconds: number) => Promise<void>
  /** A temporary data folder. */
  readonly dataDir: string
  /** Null serves only the API. */
  readonly portalFolder: string | null
  readonly logger: Logger
  readonly scheduler?: Scheduler
  /** Creates all other days of both markets. Default: the simulator. */
  readonly otherDays?: ScriptDaySteps
  /** Parts of the server that tests replace. */
  readonly parts?: Pick<ServerParts<MarketModule>, 'hashes' | 'demoEntities'>
  /** Called with the URL of the portal. */
  readonly onStarted?: (url: string) => void
  /** Stops the replay before the end of the day. */
  readonly signal?: AbortSignal
}

type CreateScript = NonNullable<MarketParts['createScript']>

/**
 * Replays a day until 15 market minutes after its close. Returns the comparison of the figures in
 * `request` with the figures that a visitor then gets (D60). The server is closed at the end.
 */
export async function runReplay(
  request: ReplayRequest,
  options: ReplayOptions,
): Promise<Result<readonly Comparison[], ReplayFailure>> {
  const { market, figures } = request
  const day = replayDay(figures, { seed: DEFAULT_SEED, market })
  if (!day.ok) return err({ kind: 'impossible-day', violations: day.error })
  const createScript: CreateScript = (seed) => {
    const { otherDays = (dayMarket, date) => simulateDaySteps({ seed, market: dayMarket, date }) } = options
    return function* (dayMarket, date) {
      const isReplayed = dayMarket === market && date === figures.date
      return isReplayed ? day.value : yield* otherDays(dayMarket, date)
    }
  }

  const server = await startReplay(request, options, createScript)
  if (!server.ok) return err({ kind: 'not-started', failure: server.error })
  const { url, market: module, close } = server.value
  options.onStarted?.(url)
  const end = lastChangeAt(market, figures.date)
  while (module.reader.now() < end && options.signal?.aborted !== true) await options.wait(CHECK_MS)
  if (options.signal?.aborted === true) {
    await close()
    return err({ kind: 'stopped' })
  }
  // A step that was running began before the end.
  await module.tick()
  await module.tick()
  const actual = await fetchVisitorFigures(`${url}${MARKET_BASE}`, market, figures.date)
  await close()
  return ok(compareFigures(figures, actual))
}

async function startReplay(
  { figures, speed, port }: ReplayRequest,
  { now, dataDir, portalFolder, logger, scheduler, parts: testParts }: ReplayOptions,
  createScript: CreateScript,
): Promise<Result<RunningServer<MarketModule>, StartFailure>> {
  const settings = readConfig({
    HOST: 'localhost',
    PORT: String(port ?? DEFAULT_PORT),
    DATA_DIR: dataDir,
    MARKET_CLOCK: `${figures.date}T${REPLAY_START_TIME}`,
    MARKET_SOURCE: 'simulator',
    SIM_SEED: String(DEFAULT_SEED),
    SIM_SPEED: String(speed),
    DEMO_DATA: 'on',
  })
  if (!settings.ok)
    throw new Error(`replay: ${settings.error.map(({ field, message }) => `${field} ${message}`).join()}`)
  const config = settings.value
  const parts = {
    ...testParts,
    now,
    portalFolder,
    logger,
    openMarket: (market: MarketParts) => openMarket({ ...market, createScript, ...(scheduler && { scheduler }) }),
  }
  const result = await startServer(config, parts)
  if (result.ok || result.error.kind !== 'port-taken' || port !== null) return result
  return startServer({ ...config, port: 0 }, parts)
}
