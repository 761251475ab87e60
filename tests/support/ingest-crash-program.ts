import { type DatabaseLocation, openDatabase } from '#server/database/connection.ts'
import type { MarketEvent } from '#server/market/batch.ts'
import { createDealLog } from '#server/market/deal-log.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { testMarketStore } from '#tests/support/market-store.ts'

// Appends batches of deals until the test kills the program. Prints `ready`, and a line with the
// ids of each stored batch.
const { location, trial } = JSON.parse(process.argv[2] ?? '') as { location: DatabaseLocation; trial: number }
const opened = await openDatabase(location)
if (!opened.ok) throw new Error(JSON.stringify(opened.error))
const now = () => toInstant('2026-11-20', '12:00')
const dealLog = createDealLog({ store: testMarketStore(opened.value), now, seed: null })
await dealLog.restore()
process.stdout.write('ready\n')

const DATES = ['2026-10-07', '2026-11-19', '2026-11-20']

/** Creates a batch of deals of earlier days and today. Every third deal is annulled. */
function createBatch(batch: number): readonly MarketEvent[] {
  return Array.from({ length: 1 + (batch % 40) }, (_, row): readonly MarketEvent[] => {
    const id = `${trial}-${batch}-${row}`
    const time = toInstant(DATES[(batch + row) % 3] ?? '', '09:00') + row * 1_000 + batch
    const deal = { id, time, term: 0, sector: 1, origin: 'negotiated', price: 4_100 + row, amount: 1_000 } as const
    const events: MarketEvent[] = [{ kind: 'deal', deal: { ...deal, market: 'spot' } }]
    return row % 3 === 2 ? [...events, { kind: 'annulment', id, time: time + 1_000 }] : events
  }).flat()
}

for (let batch = 0; ; batch += 1) {
  const events = createBatch(batch)
  const appended = await dealLog.append(events)
  if (!appended.ok) throw new Error(JSON.stringify(appended.error))
  const ids = events.flatMap((event) => (event.kind === 'deal' ? [event.deal.id] : []))
  process.stdout.write(`${ids.join(' ')}\n`)
}
