import type { Logger } from 'pino'

import { readConfig } from '#server/config.ts'
import { DEFAULT_SEED, type MarketModule, type MarketParts, openMarket } from '#server/market/market-module.ts'
import { MARKET_BASE } from '#server/market/market-routes.ts'
import type { Scheduler } from '#server/market/scheduler.ts'
import { settledAt } from '#server/market/stored-session.ts'
import type { ReplayRequest } from '#server/replay/arguments.ts'
import { type Comparison, comparisonOf } from '#server/replay/comparison.ts'
import { figuresForVisitor } from '#server/replay/visitor-wire.ts'
import { type RunningServer, startServer } from '#server/server.ts'
import type { StartFailure } from '#server/start-failure.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { type ReplayViolation, replayDay } from '#src/simulator/replay-day.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'

/** When a replayed day begins: two minutes before the opening. */
export const REPLAY_START_TIME = '07:58'

/** How often the run looks whether the day is over, in milliseconds. */
export const LOOK_MS = 250

/** Where `npm start` serves too. */
const USUAL_PORT = 3_000

export type ReplayFailure =
  | { readonly kind: 'impossible-day'; readonly violations: readonly ReplayViolation[] }
  | { readonly kind: 'not-started'; readonly failure: StartFailure }

export interface ReplaySurroundings {
  readonly now: () => Instant
  readonly wait: (milliseconds: number) => Promise<void>
  /** A folder of its own, which nobody needs afterwards. */
  readonly dataDir: string
  /** Null serves the API alone. */
  readonly portalFolder: string | null
  readonly logger: Logger
  readonly scheduler?: Scheduler
  /** Hears where the running day can be watched, and how to end it early. */
  readonly started?: (url: string, close: () => Promise<void>) => void
}

type DayOf = NonNullable<MarketParts['dayOf']>

/** Runs the whole system on the asked day, to 15 market minutes past its close, and asks its API as a visitor (D60). */
export async function runReplay(
  request: ReplayRequest,
  surroundings: ReplaySurroundings,
): Promise<Result<readonly Comparison[], ReplayFailure>> {
  const { market, row } = request
  const day = replayDay(row, { seed: DEFAULT_SEED, market })
  if (!day.ok) return err({ kind: 'impossible-day', violations: day.error })
  const dayOf: DayOf = (seed) => (other, date) =>
    other === market && date === row.date ? day.value : simulateDay({ seed, market: other, date })

  const server = await startReplay(request, surroundings, dayOf)
  if (!server.ok) return err({ kind: 'not-started', failure: server.error })
  const { url, market: module, close } = server.value
  surroundings.started?.(url, close)
  const over = settledAt(market, row.date)
  while (module.reader.now() < over) await surroundings.wait(LOOK_MS)
  await module.tick()
  const answered = await figuresForVisitor(`${url}${MARKET_BASE}`, market, row.date)
  await close()
  return ok(comparisonOf(row, answered))
}

async function startReplay(
  { row, speed, port }: ReplayRequest,
  { now, dataDir, portalFolder, logger, scheduler }: ReplaySurroundings,
  dayOf: DayOf,
): Promise<Result<RunningServer<MarketModule>, StartFailure>> {
  const settings = readConfig({
    HOST: 'localhost',
    PORT: String(port ?? USUAL_PORT),
    DATA_DIR: dataDir,
    MARKET_CLOCK: `${row.date}T${REPLAY_START_TIME}`,
    MARKET_SOURCE: 'simulator',
    SIM_SEED: String(DEFAULT_SEED),
    SIM_SPEED: String(speed),
    DEMO_DATA: 'on',
  })
  if (!settings.ok)
    throw new Error(`replay: ${settings.error.map(({ field, message }) => `${field} ${message}`).join()}`)
  const config = settings.value
  const parts = {
    now,
    portalFolder,
    logger,
    openMarket: (market: MarketParts) => openMarket({ ...market, dayOf, ...(scheduler && { scheduler }) }),
  }
  const started = await startServer(config, parts)
  if (started.ok || started.error.kind !== 'port-taken' || port !== null) return started
  return startServer({ ...config, port: 0 }, parts)
}
