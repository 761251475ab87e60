import { expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import { createDealLog } from '#server/market/deal-log.ts'
import { createServerMarketClock } from '#server/market/market-clock.ts'
import { createMarketTurn } from '#server/market/market-turn.ts'
import { createLease, type Lease, NotWriterError } from '#server/market/store/lease-store.ts'
import { createMarketStore } from '#server/market/store/market-store.ts'
import { type Instant, toDate, toInstant } from '#src/domain/time/bogota.ts'
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

/** A process of the market whose demo clock shows `start`; records what happens, in order. */
async function openClock(database: Database, start: Instant) {
  const events: string[] = []
  const stored = createLease(database)
  const lease: Lease = {
    ...stored,
    async publish(notice) {
      events.push(`notice of ${toDate(notice.shiftAt + notice.shift)}`)
      await stored.publish(notice)
    },
  }
  const clock = createServerMarketClock({ now: () => NOW, speed: 1 })
  clock.moveTo(start)
  const dealLog = createDealLog({ store: createMarketStore(database, lease), now: clock.now, seed: null })
  await dealLog.restore()
  const turn = createMarketTurn({
    ...{ lease, dealLog, clock, realNow: () => NOW },
    startWriting: async () => {},
    write: async () => {},
    onClockMoved: () => void events.push(`streams of ${dealLog.marketDays.spot.currentDate}`),
    endStep: async () => {},
  })
  return { lease, turn, clock, events }
}

const MONDAY = toInstant('2026-11-23', '08:00')

test.each(ENGINES)('%s: the writer notifies the others of a moved clock before its own streams', async (engine) => {
  const { lease, turn, clock, events } = await openClock(await temporaryDatabase(engine), NOW)
  await lease.take()
  await turn.step()
  events.length = 0
  await turn.moveClock(MONDAY)
  expect(events).toEqual(['notice of 2026-11-23', 'streams of 2026-11-23'])
  expect(clock.now()).toBe(MONDAY)
})

test.each(ENGINES)('%s: a writer that cannot notify the others moves no clock', async (engine) => {
  const { lease, turn, clock, events } = await openClock(await temporaryDatabase(engine), NOW)
  await lease.take()
  lease.publish = () => Promise.reject(new NotWriterError())
  await expect(turn.moveClock(MONDAY)).rejects.toThrow(NotWriterError)
  expect([clock.now(), events]).toEqual([NOW, []])
})

test.each(ENGINES)('%s: the day of a follower starts before its streams get a moved clock', async (engine) => {
  const { turn, events } = await openClock(await temporaryDatabase(engine), NOW)
  await turn.onNotification(0, { recordedUntil: NOW, shift: 0, shiftAt: NOW, turn: 1 })
  await turn.onNotification(0, { recordedUntil: MONDAY, shift: MONDAY - NOW, shiftAt: NOW, turn: 1 })
  expect(events).toEqual(['streams of 2026-11-23'])
})

test.each(ENGINES)('%s: a follower finds the address of a new writer with its first notice', async (engine) => {
  const database = await temporaryDatabase(engine)
  const openLease = (address: string) => createLease(database, { address: () => address, takesRunningTurn: true })
  const { turn } = await openClock(database, NOW)
  const notice = { recordedUntil: NOW, shift: 0, shiftAt: NOW }
  for (const [index, address] of ['http://first', 'http://second'].entries()) {
    // The next turn begins while notices come all the time.
    await openLease(address).take()
    await turn.onNotification(0, { ...notice, turn: index + 1 })
    expect(turn.writerAddress()).toBe(address)
  }
})
