import { expect, test } from 'vitest'

import { createDealLog } from '#server/market/deal-log.ts'
import { createServerMarketClock } from '#server/market/market-clock.ts'
import { createMarketTurn } from '#server/market/market-turn.ts'
import { createLease, NotWriterError } from '#server/market/store/lease-store.ts'
import { createMarketStore } from '#server/market/store/market-store.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'

const NOW = toInstant('2026-11-20', '11:00')

const createBatch = (id: string) => [
  {
    kind: 'deal' as const,
    deal: {
      ...({
        id,
        market: 'spot',
        term: 0,
        sector: 1,
        origin: 'negotiated',
        time: NOW,
        price: 4_100,
        amount: 1_000,
      } as const),
    },
  },
]

test.each(ENGINES)('%s: a process that lost its turn between two steps prepares its next turn', async (engine) => {
  const database = await temporaryDatabase(engine)
  async function open() {
    const lease = createLease(database, { takesRunningTurn: true })
    const dealLog = createDealLog({ store: createMarketStore(database, lease), now: () => NOW, seed: null })
    await dealLog.restore()
    /** The last line that the process had applied at the start of each of its turns. */
    const starts: number[] = []
    const turn = createMarketTurn({
      ...{ lease, dealLog, clock: createServerMarketClock({ now: () => NOW, speed: 1 }), realNow: () => NOW },
      startWriting: async () => void starts.push(dealLog.lastId()),
      write: async () => {},
      onClockMoved: () => {},
      endStep: async () => {},
    })
    return { lease, dealLog, turn, starts }
  }
  const [first, second] = [await open(), await open()]
  await first.lease.take()
  await first.turn.step()
  await first.dealLog.append(createBatch('a'))
  await second.lease.take()
  await expect(first.dealLog.append(createBatch('b'))).rejects.toThrow(NotWriterError)
  expect(first.turn.isWriter()).toBe(false)
  await second.turn.step()
  await second.dealLog.append(createBatch('c'))
  await second.lease.release()

  await first.turn.step()
  await first.turn.step()
  expect([first.turn.isWriter(), first.starts, second.starts]).toEqual([true, [0, 2], [1]])
  expect(first.dealLog.marketDays.spot.find('2026-11-20')?.counted.count).toBe(2)
})

test.each(ENGINES)(
  '%s: a load of an earlier turn ends without a deal, also if its process writes again',
  async (engine) => {
    const database = await temporaryDatabase(engine)
    const lease = createLease(database, { takesRunningTurn: true })
    const other = createLease(database, { takesRunningTurn: true })
    const store = createMarketStore(database, lease)
    const dealLog = createDealLog({ store, now: () => NOW, seed: null })
    await lease.take()
    await dealLog.restore()
    const load = dealLog.load({ spot: 1, nextday: 0 }, async ({ add, startSequences, now }) => {
      await other.take()
      await lease.take()
      await store.loading.discard()
      const [event] = createBatch('late')
      if (!event) return
      const deal = { ...event.deal, sequence: startSequences.spot + 1, recordedAt: now, annulment: null }
      await add({ deals: [deal], annulments: [] })
    })
    await expect(load).rejects.toThrow(NotWriterError)
    expect(await store.deals('spot', '2026-11-20')).toEqual([])
  },
)
