import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'

import { createApp } from '#server/app.ts'
import type { Database } from '#server/database/connection.ts'
import type { GetAudience } from '#server/http/access.ts'
import { type MarketLogger, type MarketModule, type MarketParts, openMarket } from '#server/market/market-module.ts'
import { createOperatorCheck } from '#server/operator/operator-access.ts'
import type { Scheduler } from '#server/scheduler.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { isTradingDay } from '#src/domain/trading/calendar.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { MARKET_IDS, type Market } from '#src/domain/trading/market.ts'
import type { ScriptDay, ScriptDaySteps, ScriptedDay } from '#src/domain/trading/scripted-days.ts'
import { tradingBounds } from '#src/domain/trading/trading-hours.ts'
import { defaultPortalConfig } from '#tests/support/portal-config.ts'
import { PRODUCTION_NEEDS, parseConfig } from '#tests/support/server.ts'

/** Headers that mark a request as one of a signed-in client. */
export const LIVE_HEADERS = { 'x-test-client': 'yes' }

/** A clock that the test moves. */
export interface TestTime {
  now(): Instant
  pass(milliseconds: number): void
}

export function testTime(start: Instant): TestTime {
  let now = start
  return {
    now: () => now,
    pass(milliseconds) {
      now += milliseconds
    },
  }
}

/** Timers that the test runs. */
export interface TestScheduler extends Scheduler {
  /** Runs every task of this interval once. */
  run(milliseconds: number): void
  /** Runs every task once. */
  runAll(): void
  /** Number of scheduled tasks. */
  readonly count: number
}

export function testScheduler(): TestScheduler {
  const tasks = new Set<{ readonly every: number; readonly task: () => void }>()
  return {
    every(milliseconds, task) {
      const entry = { every: milliseconds, task }
      tasks.add(entry)
      return () => tasks.delete(entry)
    },
    run(milliseconds) {
      for (const { every, task } of tasks) if (every === milliseconds) task()
    },
    runAll() {
      for (const { task } of tasks) task()
    },
    get count() {
      return tasks.size
    },
  }
}

/** Number of deals of a scripted day: few, because tests simulate years. */
const DEALS_PER_DAY = 60

const hash = (...parts: readonly (string | number)[]): number => {
  let result = 2_166_136_261
  for (const char of parts.join('|')) result = Math.imul(result ^ char.charCodeAt(0), 16_777_619)
  return (result ^ (result >>> 15)) >>> 0
}

function createScriptedDeal(market: Market, date: BogotaDate, row: number): DealReport {
  const { opensAt, closesAt } = tradingBounds(market, date)
  const noise = hash(market, date, row)
  return {
    id: `op-${MARKET_IDS[market]}-${date.replaceAll('-', '')}-${row}`,
    market,
    term: market === 'spot' ? 0 : 1 + (row % 3),
    sector: row % 5 === 4 ? 2 : 1,
    origin: row % 7 === 6 ? 'registered' : 'negotiated',
    time: opensAt + Math.floor(((row + 0.5) * (closesAt - opensAt)) / DEALS_PER_DAY),
    price: (400_000 + (hash(date) % 10_000) + row * 50 + (noise % 40)) / 100,
    amount: 50_000 * (1 + (noise % 40)),
  }
}

function createScriptedDay(market: Market, date: BogotaDate): ScriptedDay {
  if (!isTradingDay(market, date)) return { deals: [], annulments: [] }
  const deals = Array.from({ length: DEALS_PER_DAY }, (_, row) => createScriptedDeal(market, date, row))
  const annulled = [3, 25, 32].flatMap((row) => deals[row] ?? [])
  return { deals, annulments: annulled.map(({ id, time }, i) => ({ id, time: time + 300_000 * (i + 1) })) }
}

/** Returns a script that computes each day in two steps. */
export const splitIntoSteps = (scriptDay: ScriptDay): ScriptDaySteps =>
  function* (market, date) {
    yield
    return scriptDay(market, date)
  }

/** Scripted days by market and date: every market test reads a year of them. */
const dayCache = new Map<string, ScriptedDay>()

/**
 * Deterministic days with deals of both sectors and origins, rising prices, and three annulments
 * after 5, 10 and 15 minutes.
 */
export const scriptedDays: ScriptDay = (market, date) => {
  const key = `${market} ${date}`
  const day = dayCache.get(key) ?? createScriptedDay(market, date)
  dayCache.set(key, day)
  return day
}

/**
 * Opens the market of a server with few deals a day: the simulation and storage of a full year
 * takes seconds.
 */
export const openScriptedMarket = (parts: MarketParts): Promise<MarketModule> =>
  openMarket({ ...parts, createScript: () => splitIntoSteps(scriptedDays) })

export interface TestMarketOptions {
  readonly database: Database
  readonly time: TestTime
  /** Environment variables. */
  readonly env?: Readonly<Record<string, string>>
  readonly scriptDay?: ScriptDay
  readonly scheduler?: Scheduler
  readonly logger?: MarketLogger
}

const SILENT = pino({ level: 'silent' })

/** Opens a market that advances only when the test calls `tick` or runs its scheduler. */
export async function openTestMarket({
  database,
  time,
  env = {},
  scriptDay = scriptedDays,
  scheduler = testScheduler(),
  logger = SILENT,
}: TestMarketOptions): Promise<MarketModule> {
  const config = parseConfig({ ...PRODUCTION_NEEDS, ...env })
  // As after the time of a killed process: tests open another market on a database without waiting.
  await database.db.updateTable('market_lease').set({ expires_at: 0 }).execute()
  const market = await openMarket({
    config,
    database,
    now: time.now,
    logger,
    scheduler,
    createScript: () => splitIntoSteps(scriptDay),
  })
  market.start()
  return market
}

const getAudience: GetAudience = ({ headers }) =>
  headers['x-test-client'] === LIVE_HEADERS['x-test-client'] ? 'live' : 'delayed'

/** Creates the server app of a market module. Requests with the `LIVE_HEADERS` get live data. */
export async function createMarketApp(
  market: MarketModule,
  env: Readonly<Record<string, string>> = {},
): Promise<FastifyInstance> {
  const config = parseConfig({ ...PRODUCTION_NEEDS, ...env })
  const app = await createApp({
    config,
    portalConfig: await defaultPortalConfig(),
    portal: null,
    modules: [
      {
        access: {
          operator: createOperatorCheck({ key: config.operatorKey, findKey: async () => null, now: Date.now }),
        },
        register: (scope) => market.register(scope, getAudience),
      },
    ],
    clockShift: market.clockShift,
    logger: SILENT,
  })
  app.addHook('preClose', market.close)
  return app
}
