import type { Logger } from 'pino'

import { readConfig } from '#server/config/config.ts'
import { type Comparison, compareFigures, fetchVisitorFigures } from '#server/demo/replay/comparison.ts'
import type { ReplayRequest } from '#server/demo/replay/read-arguments.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { DEFAULT_SEED } from '#server/market/market-clock.ts'
import { type MarketModule, type MarketParts, openMarket } from '#server/market/market-module.ts'
import type { Scheduler } from '#server/scheduler.ts'
import { type RunningServer, startServer } from '#server/server.ts'
import type { ServerParts } from '#server/start/server-parts.ts'
import type { StartFailure } from '#server/start/start-failure.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import type { ScriptDaySteps } from '#src/domain/trading/scripted-days.ts'
import { lastChangeAt } from '#src/domain/trading/trading-day.ts'
import { type ReplayViolation, replayDay } from '#src/simulator/replay-day.ts'
import { simulateDaySteps } from '#src/simulator/simulate-day.ts'

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
  readonly parts?: Pick<ServerParts<MarketModule>, 'hashes' | 'imc'>
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
