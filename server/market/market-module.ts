import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { ServerConfig } from '#server/config.ts'
import type { Database } from '#server/database/connection.ts'
import { createConcurrencyLimit } from '#server/http/concurrency-limit.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { createArchive } from '#server/market/archive.ts'
import type { AppendFailure, MarketEvent } from '#server/market/batch.ts'
import { demoMove, demoStart } from '#server/market/demo-clock.ts'
import { type Appended, createExchange } from '#server/market/exchange.ts'
import { fillHistory } from '#server/market/history.ts'
import type { AudienceOf } from '#server/market/market-answers.ts'
import { createServerMarketClock, type ServerMarketClock } from '#server/market/market-clock.ts'
import { createMarketReader, type MarketReader } from '#server/market/market-reader.ts'
import { registerMarketRoutes } from '#server/market/market-routes.ts'
import { createMarketStore, type MarketStore } from '#server/market/market-store.ts'
import { NO_QUOTES } from '#server/market/quotes-source.ts'
import { type Scheduler, timerScheduler } from '#server/market/scheduler.ts'
import { simulatedQuotes } from '#server/market/simulated-quotes.ts'
import { createSimulatorFeed } from '#server/market/simulator-feed.ts'
import { createStreamHub } from '#server/market/stream-hub.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import type { ScriptDay } from '#src/domain/trading/scripted-days.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'

/** How often the market looks at its clock: what is due then is committed together. */
export const TICK_MS = 200

/** The seed of a simulated market that was given none. */
export const DEFAULT_SEED = 7_176

/** What the market writes to the log. */
export interface MarketLog {
  warn(detail: object, message: string): void
  error(detail: object, message: string): void
}

export interface MarketParts {
  readonly config: Pick<
    ServerConfig,
    'marketClock' | 'marketSource' | 'simulationSeed' | 'simulationSpeed' | 'demoData' | 'limits'
  >
  readonly database: Database
  /** The real clock. */
  readonly now: () => Instant
  readonly logger: MarketLog
  readonly scheduler?: Scheduler
  /** Whose days the simulated market is made of; the simulator's when absent. */
  readonly dayOf?: (seed: number) => ScriptDay
}

/** The running market. */
export interface MarketModule {
  readonly reader: MarketReader
  /** Adds the market's calls and the news. */
  register(app: FastifyInstance, audienceOf: AudienceOf): void
  /** Starts the timers: the market's step and the heartbeat of the streams. */
  start(): void
  /** Market time minus real time, in milliseconds (D52). */
  clockShift(): number
  /** Does what is due by now: deals, annulments, closed days, the demo's next day. Production ticks by itself. */
  tick(): Promise<void>
  /** Takes in what a source reports: all or nothing, answered after the commit. */
  append(events: readonly MarketEvent[]): Promise<Result<Appended, AppendFailure>>
  /** The calls that the live streams began with. */
  liveCallers(): readonly FastifyRequest[]
  /** Ends the live streams of some callers with a `closed` event (D51). */
  closeStreams(belongsTo: (request: FastifyRequest) => boolean, message: string): void
  /** Stops ticking and ends every stream; again it does nothing more. */
  close(): Promise<void>
}

const simulator =
  (seed: number): ScriptDay =>
  (market, date) =>
    simulateDay({ seed, market, date })

/** The seed goes with the database: a day half traded cannot go on with another. */
async function seedOf(store: MarketStore, { config, logger }: MarketParts): Promise<number | null> {
  if (config.marketSource !== 'simulator') return null
  const { seed } = await store.state()
  const asked = config.simulationSeed
  if (seed !== null && asked !== null && asked !== seed) {
    logger.warn({ seed, asked }, 'the database keeps its own simulated market; SIM_SEED is left out of account')
  }
  return seed ?? asked ?? DEFAULT_SEED
}

async function startClock(store: MarketStore, { config, now }: MarketParts): Promise<ServerMarketClock> {
  const { marketClock, simulationSpeed } = config
  const clock = createServerMarketClock({ now, speed: marketClock.kind === 'real' ? 1 : simulationSpeed })
  if (marketClock.kind === 'from') clock.moveTo(marketClock.instant)
  if (marketClock.kind === 'demo') {
    const { shift } = await store.state()
    const [lastRecordedAt, lastDealDate] = [await store.lastRecordedAt(), await store.lastDealDate()]
    clock.moveTo(demoStart({ realNow: now(), shift, lastRecordedAt, lastDealDate }))
  }
  return clock
}

/** Opens the market on its database: clock, history, the last days as they were, and on from there. */
export async function openMarket(parts: MarketParts): Promise<MarketModule> {
  const { config, database, logger, scheduler = timerScheduler, dayOf = simulator } = parts
  const store = createMarketStore(database)
  const seed = await seedOf(store, parts)
  const clock = await startClock(store, parts)
  const isDemoClock = config.marketClock.kind === 'demo'
  const saveState = () => store.saveState({ shift: isDemoClock ? clock.shift() : null, seed })

  const hub = createStreamHub(
    () => ({ books: exchange.books, reader }),
    () => isFrozen,
  )
  const exchange = createExchange({ store, now: clock.now, seed, listeners: hub.listeners })
  const archive = createArchive({ store, dayOf, now: clock.now })
  const reader = createMarketReader({ exchange, archive, now: clock.now })
  const feed =
    seed === null ? null : createSimulatorFeed({ exchange, dayOf: dayOf(seed), fromHistory: config.demoData })

  let hasStepped = true
  let isFrozen = false
  let ticking: Promise<void> | null = null
  let closing: Promise<void> | null = null

  async function moveDemoClock() {
    const next = isDemoClock ? demoMove(clock.now()) : null
    if (next === null) return
    clock.moveTo(next)
    exchange.advance(next)
    hub.tellTime()
    await saveState()
  }

  async function step() {
    const instant = clock.now()
    await feed?.feed(instant)
    exchange.advance(instant)
    await exchange.settle()
    await moveDemoClock()
    hasStepped = true
    isFrozen = false
  }

  /** Sends the heartbeat when a step succeeded since the last one: a frozen market must not look alive. */
  function beat() {
    isFrozen = !hasStepped
    hasStepped = false
    if (!isFrozen) hub.beat()
  }

  function tick(): Promise<void> {
    if (closing) return Promise.resolve()
    ticking ??= step().finally(() => {
      ticking = null
    })
    return ticking
  }

  let failing = false

  /** Tells the log of the first of many failures: what is due stays due, and the next tick tries again. */
  async function tickOrReport() {
    try {
      await tick()
      failing = false
    } catch (error) {
      if (!failing) logger.error({ err: error }, 'the market could not go on; it tries again')
      failing = true
    }
  }

  if (seed !== null && config.demoData) await fillHistory({ store, dayOf: dayOf(seed), seed, now: clock.now() })
  await exchange.restore()
  await saveState()
  await step()

  let timers: readonly (() => void)[] = []

  async function shutDown() {
    for (const stop of timers) stop()
    hub.closeAll()
    // Whoever waits for the tick hears of its failure; what was not committed is due again at the next start.
    await ticking?.catch(() => undefined)
    await saveState()
  }

  return {
    reader,
    tick,
    clockShift: clock.shift,
    append: (events) => exchange.append(events),
    liveCallers: hub.liveCallers,
    closeStreams: hub.close,

    start() {
      if (timers.length > 0 || closing) return
      timers = [scheduler.every(TICK_MS, () => void tickOrReport()), scheduler.every(HEARTBEAT_MS, beat)]
    },

    register(app, audienceOf) {
      const quotes =
        seed === null
          ? NO_QUOTES
          : simulatedQuotes(seed, {
              figures: ({ date, until }) => reader.spotFiguresAt(date, until),
              trmInForce: reader.trmOn,
            })
      const dataSource = seed === null ? 'real' : 'simulado'
      const { streamsPerAddress, oldDaysPerMinute } = config.limits
      const streamLimit = createConcurrencyLimit(streamsPerAddress)
      const oldDays = createRateLimit(oldDaysPerMinute, parts.now)
      registerMarketRoutes(app, { reader, hub, quotes, audienceOf, dataSource, streamLimit, oldDays })
    },

    close() {
      closing ??= shutDown()
      return closing
    },
  }
}
