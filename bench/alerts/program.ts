import { createAnnouncements } from '#server/alerts/announcements.ts'
import { createEvaluator } from '#server/alerts/evaluator.ts'
import { createStopLinks } from '#server/alerts/stop-link.ts'
import { type DatabaseLocation, openDatabase } from '#server/database/connection.ts'
import type { MarketEvent } from '#server/market/batch.ts'
import { createDealLog } from '#server/market/deal-log.ts'
import { createMarketLines } from '#server/market/market-lines.ts'
import { createLease } from '#server/market/store/lease-store.ts'
import { createMarketStore } from '#server/market/store/market-store.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

// Reports the deals that are missing and evaluates the alerts at the same time, until it is killed or
// all deals are evaluated. Prints `ready`, a line for each batch, and `done`.
const { location, deals: total } = JSON.parse(process.argv[2] ?? '') as {
  readonly location: DatabaseLocation
  readonly deals: number
}
const DATE = '2026-11-20'
const FIRST = toInstant(DATE, '08:00')
/** Deals between two of which one is annulled, and how far back that one is. */
const [ANNUL_EVERY, ANNUL_BACK] = [20, 10]
const MAX_BATCH = 5

const opened = await openDatabase(location)
if (!opened.ok) throw new Error(JSON.stringify(opened.error))
const database = opened.value
const now = () => toInstant(DATE, '12:59')
const lease = createLease({ ...database, ...database.writer }, { takesRunningTurn: true })
await lease.take()
const store = createMarketStore(database, lease)
const dealLog = createDealLog({ store, now, seed: null })
await dealLog.restore()
const lines = createMarketLines({
  ...{ database, writer: database.writer, lease, store, dealLog },
  trmNow: () => ({ inForce: null, next: null }),
})
const publicUrl = () => 'https://portal.example'
const { announce } = createAnnouncements({
  ...{ now: Date.now, sessionNow: Date.now, publicUrl },
  toStopUrl: createStopLinks('a key of the trial', publicUrl).toUrl,
})
const evaluator = createEvaluator({ database, lines, now: Date.now, marketNow: now, announce })
await evaluator.run()
process.stdout.write('ready\n')

/** Prices that cross each level many times, up and down. */
const toPrice = (index: number) =>
  Math.round((4_000 + 14 * Math.sin(index / 180) + 4 * Math.sin(index / 9) + 2 * Math.sin(index * 1.7)) * 100) / 100

const toEvents = (index: number): readonly MarketEvent[] => {
  const time = FIRST + index * 1_500
  const deal = { id: `op-${index}`, time, term: 0, sector: 1, origin: 'negotiated', price: toPrice(index) } as const
  const events: MarketEvent[] = [{ kind: 'deal', deal: { ...deal, market: 'spot', amount: 1_000 } }]
  if (index % ANNUL_EVERY !== 0 || index < ANNUL_BACK) return events
  return [...events, { kind: 'annulment', id: `op-${index - ANNUL_BACK}`, time }]
}

async function countDeals(): Promise<number> {
  const row = await database.db
    .selectFrom('market_deals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

async function report() {
  let index = await countDeals()
  while (index < total) {
    const size = Math.min(total - index, 1 + (index % MAX_BATCH))
    const events = Array.from({ length: size }, (_, row) => toEvents(index + row)).flat()
    const appended = await dealLog.append(events)
    if (!appended.ok) throw new Error(JSON.stringify(appended.error))
    index += size
    process.stdout.write(`${index}\n`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

let isReported = false
async function evaluate() {
  while (!isReported) {
    await evaluator.run()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await evaluator.run()
}

await Promise.all([report().finally(() => (isReported = true)), evaluate()])
process.stdout.write('done\n')
await database.close()
