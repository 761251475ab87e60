import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connection.ts'
import { isUnavailable } from '#server/database/errors.ts'
import { demoMove } from '#server/demo/clock.ts'
import { type Feeds, noFeeds } from '#server/feeds/feeds.ts'
import type { GetAudience } from '#server/http/access.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import type { AppendFailure, MarketEvent } from '#server/market/batch.ts'
import { forwardToWriter } from '#server/market/calls/forward-to-writer.ts'
import { toDataSource } from '#server/market/calls/market-replies.ts'
import { registerMarketRoutes } from '#server/market/calls/market-routes.ts'
import {
  createReadDayPageState,
  createReadPageMarket,
  type ReadDayPageState,
  type ReadPageMarket,
} from '#server/market/calls/page-market.ts'
import { createDealLog, type DealLog } from '#server/market/deal-log.ts'
import type { AppendResult } from '#server/market/deal-report.ts'
import { fillHistory } from '#server/market/history.ts'
import { createCsvDealSource } from '#server/market/import/csv-deal-source.ts'
import { readDealRows } from '#server/market/import/deal-csv.ts'
import { importDeals } from '#server/market/import/deal-import.ts'
import { removeKilledImports } from '#server/market/import/import-folder.ts'
import { listenToLog } from '#server/market/log-listener.ts'
import type { DealReviews } from '#server/market/market.ts'
import { DEFAULT_SEED, readSeed, startClock } from '#server/market/market-clock.ts'
import { createMarketLines, type MarketLines } from '#server/market/market-lines.ts'
import { createMarketReader, type MarketReader } from '#server/market/market-reader.ts'
import { createMarketSteps } from '#server/market/market-steps.ts'
import { createMarketTurn } from '#server/market/market-turn.ts'
import { type PreviewDay, type PreviewPrice, readPreviewDay, readPreviewPrice } from '#server/market/preview-price.ts'
import { createQuotesOfFeeds, createSimulatedQuotes } from '#server/market/quotes-source.ts'
import { createSimulatorDealSource } from '#server/market/simulator-deal-source.ts'
import { readSourceHealth } from '#server/market/source-health.ts'
import { createReviewMail } from '#server/market/source-mails.ts'
import { createSourceWatch } from '#server/market/source-watch.ts'
import { createArchive, createLoopTurns } from '#server/market/store/archive.ts'
import { createLease } from '#server/market/store/lease-store.ts'
import type { MarketDate } from '#server/market/store/log-store.ts'
import { createMarketStore } from '#server/market/store/market-store.ts'
import { createStalledStreamCheck, STALLED_CHECK_MS } from '#server/market/stream/stalled-streams.ts'
import { createStreamHub } from '#server/market/stream/stream-hub.ts'
import { createStreamLimit } from '#server/market/stream/stream-routes.ts'
import type { MarketHealth } from '#server/monitoring/health.ts'
import { type Scheduler, timerScheduler } from '#server/scheduler.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import type { Result } from '#src/domain/result.ts'
import { runSteps } from '#src/domain/steps.ts'
import { type BogotaDate, type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import type { ScriptDay, ScriptDaySteps } from '#src/domain/trading/scripted-days.ts'
import { simulateDaySteps } from '#src/simulator/simulate-day.ts'

/** Interval of the market's steps. A step commits all due deals and annulments. */
export const TICK_MS = 200

/** Timeout of a decision about deals that another process records. */
const DECISION_TIMEOUT_MS = 10_000

export interface MarketLogger {
  warn(detail: object, message: string): void
  error(detail: object, message: string): void
}

export interface MarketParts {
  readonly config: Pick<
    ServerConfig,
    | 'production'
    | 'databaseUrl'
    | 'marketClock'
    | 'marketSource'
    | 'marketFile'
    | 'sourceSilence'
    | 'dealLimits'
    | 'operatorMail'
    | 'simulationSeed'
    | 'simulationSpeed'
    | 'demoData'
    | 'limits'
  >
  readonly database: Database
  /** The connections for commits and turns; by default those of `database`. */
  readonly writer?: Database['writer']
  /** Address at which the other processes of the database reach this one. */
  readonly peerUrl?: () => string | null
  /** The real clock. */
  readonly now: () => Instant
  readonly logger: MarketLogger
  /** The data of providers; undefined without providers. */
  readonly feeds?: Feeds
  readonly scheduler?: Scheduler
  /** Creates the days of the simulated market. Default: the simulator. */
  readonly createScript?: (seed: number) => ScriptDaySteps
}

/** The running market. */
export interface MarketModule {
  readonly reader: MarketReader
  readonly readPage: ReadPageMarket
  /** Reads whether the page of a day or a month exists and still changes. */
  readonly readDayPageState: ReadDayPageState
  /** Adds the routes of the market and the news. */
  register(app: FastifyInstance, getAudience: GetAudience): void
  /**
   * Starts the timers: the market's step, the heartbeat of the streams and the check for stalled
   * streams.
   */
  start(): void
  /** Returns the market's health metrics. */
  health(): MarketHealth
  /** Market time minus real time, in milliseconds (D52). */
  clockShift(): number
  /** Whether this process writes the market, and runs what only one process may run. */
  isWriter(): boolean
  /**
   * Runs one step: records due deals and annulments, emits due events, stores closed days, starts
   * the next day of the demo. Tests and the replay also call it.
   */
  tick(): Promise<void>
  /** Records events of a source, all or nothing; resolves after the commit. */
  append(events: readonly MarketEvent[]): Promise<Result<AppendResult, AppendFailure>>
  /** The reported deals that wait for the operator, and decisions about them (D118). */
  readonly reviews: DealReviews
  /** The log, for what follows it. */
  readonly lines: MarketLines
  /** Reads the visitors' price for previews of shared links; null before the first price. */
  previewPrice(): PreviewPrice | null
  /** Reads the preview price with the deals of its day; with a date, those of that spot day. */
  previewDay(date?: BogotaDate): Promise<PreviewDay | null>
  /** Returns the requests that opened the live streams. */
  listLiveRequests(): readonly FastifyRequest[]
  /** Sends the number of a firing to the live streams of the matching requests. */
  sendAlert(belongsTo: (request: FastifyRequest) => boolean, id: number): void
  /** Closes the live streams of the matching requests with a `closed` event (D51). */
  closeStreams(belongsTo: (request: FastifyRequest) => boolean, message: string): void
  /**
   * Stops the timers, closes all streams and saves the state. A second call has no further effect.
   */
  close(): Promise<void>
}

const createSimulatorScript =
  (seed: number): ScriptDaySteps =>
  (market, date) =>
    simulateDaySteps({ seed, market, date })

/** Creates the source of the deals; null when deals arrive by calls. */
function createDealSource({ config, logger }: MarketParts, dealLog: DealLog, scriptDay: ScriptDay | null) {
  if (scriptDay) return createSimulatorDealSource({ dealLog, scriptDay, fromHistory: config.demoData })
  return config.marketFile === null ? null : createCsvDealSource({ dealLog, file: config.marketFile, logger })
}

/**
 * Opens the market: sets its clock, fills its history, restores the last days, saves the state and
 * runs the first step.
 */
export async function openMarket(parts: MarketParts): Promise<MarketModule> {
  const { config, database, logger, scheduler = timerScheduler, createScript = createSimulatorScript } = parts
  const { feeds = noFeeds(config) } = parts
  await removeKilledImports().catch((error: unknown) => {
    logger.warn({ err: error }, 'the temporary files of killed imports cannot be removed')
  })
  const { writer = database } = parts
  const lease = createLease({ ...database, ...writer }, { address: parts.peerUrl ?? (() => null) })
  const store = createMarketStore(database, lease, writer)
  const seed = await readSeed(store, parts)
  const isWriterAtStart = await lease.take()
  const clock = await startClock(store, isWriterAtStart ? null : await lease.read(), parts)
  // With a file of deals, the clock does not move to a next day.
  const isDemoClock = config.marketClock.kind === 'demo' && config.marketFile === null
  const saveState = () => store.saveState({ shift: isDemoClock ? clock.shift() : null, seed })

  const archive = createArchive({ store, createScript, turns: createLoopTurns(), now: clock.now })
  const forgetDay = ({ market, date }: MarketDate) => archive.forget(market, date)
  const watch = createSourceWatch({
    limitMs: config.marketSource === 'ingest' ? config.sourceSilence : null,
    mailTo: config.operatorMail,
    realNow: parts.now,
  })
  const dealLog = createDealLog({
    store,
    now: clock.now,
    seed,
    onPastDayChanged: forgetDay,
    watch,
    onFreezeChanged: () => onFreezeChanged(),
    review: {
      limits: config.dealLimits,
      mailTo: config.operatorMail,
    },
    realNow: () => Math.floor(parts.now()),
  })
  const reader = createMarketReader({ dealLog, archive, feeds, now: clock.now, hasCorrections: seed === null })
  const { marketDays } = dealLog
  const simulatedQuotes = createSimulatedQuotes(seed ?? config.simulationSeed ?? DEFAULT_SEED, {
    figures: ({ date, until }) => reader.spotFigures(date, until),
    trmInForce: reader.trmInForce,
  })
  const quotes = createQuotesOfFeeds({ feeds, simulated: simulatedQuotes, realNow: parts.now })
  const findFrozenSince = (market: Market) => dealLog.sources()[market].frozenSince
  const hub = createStreamHub({ marketDays, reader, frozenSince: findFrozenSince })

  function onFreezeChanged() {
    logger.warn({ sources: dealLog.sources() }, 'a source of the market became silent, or sends again')
    hub.sendClock()
  }

  const closeStalledStreams = createStalledStreamCheck({
    connections: hub.connections,
    now: parts.now,
    logger,
  })
  const script = seed === null ? null : createScript(seed)
  const scriptDay: ScriptDay | null = script && ((market, date) => runSteps(script(market, date)))
  let dealSource: { appendDue(now: Instant): Promise<void> } | null = null

  let closing: Promise<void> | null = null

  async function moveDemoClock() {
    const next = isDemoClock ? demoMove(clock.now()) : null
    if (next === null) return
    watch.restart(next)
    await turn.moveClock(next)
    // A server that lost its lock cannot write, but must still close.
    await saveState().catch((error: unknown) => logger.error({ err: error }, 'the state of the market was not saved'))
  }

  const turn = createMarketTurn({
    lease,
    dealLog,
    clock,
    realNow: parts.now,

    onClockMoved: hub.sendClock,

    async startWriting() {
      watch.restart(clock.now())
      await dealLog.discardLoading()
      if (seed !== null && scriptDay && config.demoData)
        await fillHistory({ store, dealLog, scriptDay, seed, now: clock.now() })
      await saveState()
      dealSource = createDealSource(parts, dealLog, scriptDay)
    },

    async write(instant) {
      await dealSource?.appendDue(instant)
    },

    async endStep() {
      await dealLog.storeEndedDays()
      await dealLog.checkSources()
      await moveDemoClock()
    },
  })

  const steps = createMarketSteps({
    step: turn.step,
    marketNow: clock.now,
    realNow: parts.now,
    recordedUntil: () => marketDays.spot.now,
    sendHeartbeat: hub.sendHeartbeat,
    logger,
  })
  const { marketTime, isFrozen } = steps
  const report = (error: unknown) =>
    logger.error({ err: error }, 'the log of the market was not read; it is read again')

  await dealLog.restore()
  await steps.run()

  let timers: readonly (() => void)[] = []
  let listener: ReturnType<typeof listenToLog> | null = null

  async function shutDown() {
    for (const stop of timers) stop()
    await listener?.close()
    hub.closeAll()
    await steps.stop()
    if (!turn.isWriter()) return
    await saveState()
      .then(lease.release)
      .catch((error: unknown) => {
        // If another process writes the market by now, the state of that process is valid.
        if (!isUnavailable(error)) throw error
        logger.warn({ err: error }, 'the state of the market is not saved: the database is unavailable')
      })
  }

  const isSourceSilent = () => MARKETS.some((market) => findFrozenSince(market) !== null)

  return {
    reader,
    readPage: createReadPageMarket({
      ...{ reader, quotes, feeds, clockShift: clock.shift, marketTime, isSourceSilent },
    }),
    readDayPageState: createReadDayPageState({ reader, marketTime, isSourceSilent }),
    tick: steps.run,
    clockShift: clock.shift,
    isWriter: turn.isWriter,
    health: () => ({
      stepAgeMs: parts.now() - steps.lastStepAt(),
      tapeLagMs: Math.max(0, clock.now() - marketDays.spot.now),
      streams: { live: hub.count('live'), delayed: hub.count('delayed') },
      sources: readSourceHealth(dealLog),
    }),
    append: (events) => dealLog.append(events),
    reviews: {
      list: dealLog.listReviews,
      createMail: () => createReviewMail(database.db, config.operatorMail),
      decide: dealLog.decide,
      forwardWrites: (scope) => forwardToWriter(scope, turn, DECISION_TIMEOUT_MS),
    },
    lines: createMarketLines({ database, writer, lease, store, dealLog, trmNow: () => reader.trmNow(0) }),
    previewPrice: () => readPreviewPrice(reader),
    previewDay: (date) => readPreviewDay(reader, date),
    listLiveRequests: hub.listLiveRequests,
    sendAlert: hub.sendAlert,
    closeStreams: hub.close,

    start() {
      if (timers.length > 0 || closing) return
      timers = [
        scheduler.every(TICK_MS, () => void steps.runOrReport()),
        scheduler.every(HEARTBEAT_MS, steps.beat),
        scheduler.every(STALLED_CHECK_MS, closeStalledStreams),
        scheduler.every(MINUTE_MS, () => void (turn.isWriter() && store.deleteOldLines().catch(report))),
      ]
      if (config.databaseUrl === null) return
      listener = listenToLog({
        databaseUrl: config.databaseUrl,
        onLine: (lastId, notice) => void turn.onNotification(lastId, notice).catch(report),
        onGap: () => void turn.poll().catch(report),
      })
    },

    register(app, getAudience) {
      const dataSource = toDataSource(seed !== null)
      const { streams, streamsPerAddress, oldDaysPerMinute, rareReadsPerMinute } = config.limits
      const streamLimit = createStreamLimit(streamsPerAddress, streams)
      const oldDays = createRateLimit(oldDaysPerMinute, parts.now)
      const rareReads = createRateLimit(rareReadsPerMinute, parts.now)
      registerMarketRoutes(app, {
        reader,
        hub,
        quotes,
        feeds,
        clockShift: clock.shift,
        getAudience,
        dataSource,
        deals: {
          source: config.marketSource,
          isWriter: turn.isWriter,
          writerAddress: turn.writerAddress,
          report: dealLog.report,
          importFile: (path, skipBad) => importDeals(dealLog, readDealRows(path), { skipBad }),
        },
        streamLimit,
        oldDays,
        rareReads,
        isFrozen,
        frozenSince: findFrozenSince,
        marketTime,
      })
    },

    close() {
      closing ??= shutDown()
      return closing
    },
  }
}
