import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '#server/database/connection.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

/**
 * Age of the last market step above which the market counts as stopped. Every step records the
 * deals that are due.
 */
export const MAX_STEP_AGE_MS = 5_000

/** Time for the database to reply. */
const DATABASE_TIMEOUT_MS = 3_000

/** The market's health metrics. */
export interface MarketHealth {
  /** Wall-clock time since the last successful market step. */
  readonly stepAgeMs: number
  /** Market time minus the time up to which the tape is complete. */
  readonly tapeLagMs: number
  readonly streams: { readonly live: number; readonly delayed: number }
  readonly sources: Readonly<Record<Market, SourceHealth>>
}

/** The source of a market, in market time. */
export interface SourceHealth {
  /** Time since the last batch of a source of `ingest`; null before the first, and for other sources. */
  readonly ageMs: number | null
  /** Time since the last deal; null without one. */
  readonly lastDealAgeMs: number | null
  /** Since when the source has been silent beyond the limit (D114); null while it is not. */
  readonly frozenSince: Instant | null
}

/** The health metrics of a feed. */
interface FeedHealth {
  readonly name: string
  /** Time since the last success; null before the first success and for simulated feeds. */
  readonly lagMs: number | null
  /** Whether the portal shows the data of the feed as late. */
  readonly late: boolean
}

export interface HealthSources {
  readonly database: Pick<Database, 'db'>
  readonly market: () => MarketHealth
  readonly feeds: () => readonly FeedHealth[]
}

type CheckState = 'ok' | 'failed'

/** Whether the server should get requests, with the state of its dependencies. */
interface Readiness {
  readonly ready: boolean
  readonly database: CheckState
  readonly market: CheckState
  readonly stepAgeMs: number
  /** A late feed does not change `ready`: another server would have the same feed. */
  readonly feeds: Readonly<Record<string, 'ok' | 'old'>>
  /** A silent source does not change `ready`: another server would have the same source. */
  readonly sources: Readonly<Record<Market, SourceReadiness>>
}

interface SourceReadiness {
  readonly state: 'ok' | 'frozen'
  /** Seconds since the last batch. */
  readonly age: number | null
  /** Seconds since the last deal. */
  readonly lastDealAge: number | null
}

const toSeconds = (ms: number | null) => (ms === null ? null : Math.round(ms) / SECOND_MS)

const toSourceReadiness = ({ ageMs, lastDealAgeMs, frozenSince }: SourceHealth): SourceReadiness => ({
  state: frozenSince === null ? 'ok' : 'frozen',
  age: toSeconds(ageMs),
  lastDealAge: toSeconds(lastDealAgeMs),
})

async function checkDatabase({ db }: Pick<Database, 'db'>): Promise<CheckState> {
  const query = sql`select 1`.execute(db).then(
    () => 'ok' as const,
    () => 'failed' as const,
  )
  return Promise.race([query, wait(DATABASE_TIMEOUT_MS, 'failed' as const, { ref: false })])
}

/** Checks the dependencies of the server: the database, the market steps and the feeds. */
export async function checkReadiness({ database, market, feeds }: HealthSources): Promise<Readiness> {
  const databaseState = await checkDatabase(database)
  const { stepAgeMs, sources } = market()
  const marketState = stepAgeMs <= MAX_STEP_AGE_MS ? 'ok' : 'failed'
  return {
    ready: databaseState === 'ok' && marketState === 'ok',
    database: databaseState,
    market: marketState,
    stepAgeMs,
    sources: { spot: toSourceReadiness(sources.spot), nextday: toSourceReadiness(sources.nextday) },
    feeds: Object.fromEntries(feeds().map(({ name, late }) => [name, late ? ('old' as const) : ('ok' as const)])),
  }
}

/** Paths that load balancers and process managers request. */
const HEALTH_PATHS = { health: '/healthz', ready: '/readyz' } as const

const healthReply = z.object({ status: z.literal('ok') })

const readyReply = z.looseObject({ status: z.enum(['ok', 'unavailable']), marketStepAge: z.number() })

/** Adds the routes that report whether the process runs and whether it should get requests. */
export function registerHealthRoutes(app: FastifyInstance, sources: HealthSources): void {
  const config = { access: 'public' } as const
  const tags = [TAGS.server]

  app.get(
    HEALTH_PATHS.health,
    { config, schema: { tags, summary: 'El proceso funciona', response: replies(healthReply) } },
    (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  const readyOptions = {
    config,
    schema: {
      tags,
      summary: 'El servidor puede atender: base de datos, mercado y fuentes',
      response: { ...replies(readyReply), 503: readyReply },
    },
  }
  app.get(HEALTH_PATHS.ready, readyOptions, async (_request, reply) => {
    const { ready, stepAgeMs, ...checks } = await checkReadiness(sources)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unavailable', ...checks, marketStepAge: Math.round(stepAgeMs) / 1_000 })
  })
}
