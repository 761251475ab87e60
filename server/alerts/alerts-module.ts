import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { registerAlertRoutes } from '#server/alerts/alert-routes.ts'
import { createAlertStore } from '#server/alerts/alert-store.ts'
import { createAnnouncements } from '#server/alerts/announcements.ts'
import type { IdentifyClient } from '#server/alerts/caller.ts'
import { registerChannelRoutes } from '#server/alerts/channel-routes.ts'
import { createEvaluator } from '#server/alerts/evaluator.ts'
import { type AlertStreams, createAlertNews } from '#server/alerts/news.ts'
import { createPushSender, parsePushKeys } from '#server/alerts/push.ts'
import { registerPushRoutes } from '#server/alerts/push-routes.ts'
import { forgetEndedPush } from '#server/alerts/push-store.ts'
import { createStopLinks, registerStopRoute } from '#server/alerts/stop-link.ts'
import { createAlertWebhooks } from '#server/alerts/webhook.ts'
import { registerWebhookRoutes } from '#server/alerts/webhook-routes.ts'
import type { ServerModule } from '#server/app.ts'
import type { ServerConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connection.ts'
import { isUnavailable } from '#server/database/errors.ts'
import { CLIENT_CALLS } from '#server/database/outbox.ts'
import type { Delivery } from '#server/delivery/delivery.ts'
import { createOutsideCalls, type OutsideCalls } from '#server/delivery/outside-calls.ts'
import { createReceiverPauses } from '#server/delivery/receiver-pauses.ts'
import { forbidCaching } from '#server/http/headers.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import type { MarketLines } from '#server/market/market.ts'
import { type Scheduler, timerScheduler } from '#server/scheduler.ts'
import type { FactorKeys } from '#server/security/factor-keys.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Interval of the evaluation: that of the steps of the market. */
export const EVALUATION_MS = 200

/** Interval of the check for firings of other processes, for the open pages. */
export const NEWS_MS = SECOND_MS

/** Interval of the check for quiet hours and sessions that have ended. */
export const HELD_MS = 20 * SECOND_MS

export interface AlertsDeps {
  readonly config: Pick<ServerConfig, 'identity' | 'alerts'>
  readonly database: Database
  readonly market: AlertStreams & { readonly lines: MarketLines; isWriter(): boolean; clockShift(): number }
  readonly identifyClient: IdentifyClient
  /** Signs the links of mails. */
  readonly linkKey: string
  readonly delivery: Pick<Delivery, 'deliverSoon' | 'addCallHandler'>
  /** Encrypts the secrets of webhooks. */
  readonly factorKeys: Pick<FactorKeys, 'encrypt' | 'decrypt'>
  /** The keys of push messages, as `newPushKeys` creates them. */
  readonly pushKeys: string
  /** Finds the session of a request; null without one. */
  readonly findSessionId: (request: FastifyRequest) => string | null
  /** Calls to addresses of clients; those of the configuration by default. */
  readonly outsideCalls?: OutsideCalls
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
  /** The real clock. */
  readonly now: () => Instant
  readonly logger: Logger
  readonly scheduler?: Scheduler
}

/** Alerts of clients: their calls, their evaluation and their messages (D125). */
export interface AlertsModule extends ServerModule {
  /** Evaluates the new lines, if this process writes the market; in production a timer calls it. */
  evaluate(): Promise<void>
  /** Queues the summaries after quiet hours; in production a timer calls it. */
  announceHeld(): Promise<void>
  /** Sends new firings to open pages; in production a timer calls it. */
  sendNews(): Promise<void>
  start(): void
  close(): Promise<void>
}

export function openAlerts(deps: AlertsDeps): AlertsModule {
  const { config, database, market, identifyClient, linkKey, delivery, publicUrl, now, logger } = deps
  const { scheduler = timerScheduler, factorKeys: keys } = deps
  const { outsideCalls = createOutsideCalls({ allowLocal: config.alerts.localWebhooks }) } = deps
  const { lines, isWriter } = market
  const marketNow = () => Math.floor(now() + market.clockShift())
  const realNow = () => Math.floor(now())
  const store = createAlertStore(database)
  const links = createStopLinks(linkKey, publicUrl)
  const clocks = { now: realNow, sessionNow: () => realNow() + config.identity.clockOffset }
  const outside = { ...clocks, database, calls: outsideCalls, unlessPaused: createReceiverPauses(realNow) }
  const webhooks = createAlertWebhooks({ ...outside, keys })
  delivery.addCallHandler(CLIENT_CALLS.webhook, webhooks.send)
  const pushKeys = parsePushKeys(deps.pushKeys)
  const subject = `mailto:${config.identity.mailFrom}`
  delivery.addCallHandler(CLIENT_CALLS.push, createPushSender({ ...outside, keys: pushKeys, subject, logger }))
  const announcements = createAnnouncements({ ...clocks, publicUrl, toStopUrl: links.toUrl })
  const evaluator = createEvaluator({ database, lines, now: realNow, marketNow, announce: announcements.announce })
  const sendNews = createAlertNews(database, market, identifyClient)

  /** Runs one task at a time; a run that is due meanwhile is left out. */
  function createTask(work: () => Promise<void>) {
    let running: Promise<void> | null = null
    return () => {
      running ??= work().finally(() => {
        running = null
      })
      return running
    }
  }

  const evaluate = createTask(async () => {
    if (!isWriter()) return evaluator.reset()
    if (await evaluator.run()) delivery.deliverSoon()
  })

  const announceHeld = createTask(async () => {
    if (!isWriter()) return
    await forgetEndedPush(database.db)
    if ((await lines.transaction(announcements.announceHeld)) > 0) delivery.deliverSoon()
  })

  let isClosed = false
  let timers: readonly (() => void)[] = []

  /** Runs a task in the background; the next run repeats a failed one. */
  const runInBackground = (task: () => Promise<void>) => () => {
    if (isClosed) return
    task().catch((error: unknown) => {
      if (!isUnavailable(error)) logger.error({ err: error }, 'alerts: a step failed; the next one repeats it')
    })
  }

  return {
    evaluate,
    announceHeld,
    sendNews,

    start() {
      if (timers.length > 0) return
      timers = [
        scheduler.every(EVALUATION_MS, runInBackground(evaluate)),
        scheduler.every(HELD_MS, runInBackground(announceHeld)),
        scheduler.every(NEWS_MS, runInBackground(createTask(sendNews))),
      ]
    },

    register(app: FastifyInstance) {
      app.register(
        async (scope) => {
          forbidCaching(scope)
          const shared = { store, identifyClient, lastLine: lines.lastLine, now: realNow }
          registerAlertRoutes(scope, { ...shared, marketNow })
          registerChannelRoutes(scope, { database, identifyClient, now: realNow })
          registerWebhookRoutes(scope, { database, webhooks, identifyClient, now: realNow })
          registerPushRoutes(scope, {
            ...{ ...clocks, database, calls: outsideCalls, publicKey: pushKeys.publicKey },
            ...{ identifyClient, findSessionId: deps.findSessionId },
          })
          scope.register((pages) => registerStopRoute(pages, { ...shared, links }))
        },
        { prefix: MARKET_BASE },
      )
    },

    async close() {
      isClosed = true
      for (const stop of timers) stop()
      // The running step ends before the market gives up its turn.
      await Promise.allSettled([evaluate(), announceHeld()])
    },
  }
}
