import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { createHttpClient } from '#src/adapters/http/client.ts'
import { followClock } from '#src/adapters/http/market/market-clock.ts'
import { createMarketStream, MAX_REFUSAL_PAUSE_MS, REFUSAL_PAUSE_MS } from '#src/adapters/http/market/market-stream.ts'
import { createLiveDays } from '#src/adapters/memory/live-days.ts'
import { createLiveStream, findLastSequence } from '#src/adapters/memory/live-stream.ts'
import { createMemoryMarketStream } from '#src/adapters/memory/market.ts'
import { createMemoryNetwork } from '#src/adapters/memory/network.ts'
import { createMemoryClock, createMemoryMarketClock } from '#src/adapters/memory/platform.ts'
import { HEARTBEAT_MS, type StreamEvent, type StreamedDeal } from '#src/domain/live/stream-event.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { closeAndAverage, dollarAmounts, dollarPrices } from '#src/domain/trading/figures.ts'
import { createScriptedDays, type ScriptDay, type ScriptedDay } from '#src/domain/trading/scripted-days.ts'
import { createTape } from '#src/domain/trading/tape.ts'
import { marketStreamContract, type StreamUnderTest } from '#tests/contract/market-stream.ts'
import { createSharedWindows } from '#tests/support/shared-windows.ts'
import { type StreamServer, startStreamServer } from '#tests/support/stream-server.ts'

async function openMemoryStream(): Promise<StreamUnderTest> {
  const stream = createMemoryMarketStream()
  const tape = createTape()
  let sequence = 0
  const updateSnapshot = () =>
    stream.setSnapshot('spot', {
      tradingDay: '2026-11-20',
      delay: 0,
      close: closeAndAverage(tape.figures()),
      amounts: dollarAmounts(tape.figures()),
      prices: dollarPrices({ today: tape.figures(), previous: null, trm: 4_098.17, previousTrm: null }),
    })
  return {
    stream,
    async appendDeal() {
      sequence += 1
      const time = toInstant('2026-11-20', '10:00') + sequence * SECOND_MS
      const deal: StreamedDeal = { sequence, id: `op-${sequence}`, time, price: 4_100, amount: 250_000 + sequence }
      tape.append(time, sequence, deal.price, deal.amount)
      updateSnapshot()
      stream.publish('spot', { kind: 'deal', ...deal })
      return deal
    },
    async annulDeal({ id, time, sequence: dealSequence }) {
      sequence += 1
      tape.remove(time, dealSequence)
      updateSnapshot()
      stream.publish('spot', { kind: 'annulment', sequence, id })
      return sequence
    },
    readLastSequence: () => sequence,
    sendHeartbeat: () => {
      for (const market of ['spot', 'nextday'] as const) stream.notify(market, { kind: 'heartbeat' })
    },
    endSessions: (reason) => stream.notify('spot', { kind: 'closed', reason }),
    breakConnections: stream.disconnect,
  }
}

marketStreamContract('memory', openMemoryStream, async () => {
  const stream = createMemoryMarketStream()
  stream.setMode('unavailable')
  return stream
})

marketStreamContract(
  'shared between windows',
  async () => {
    const market = await openMemoryStream()
    return { ...market, stream: createSharedWindows(market.stream).shared }
  },
  async () => {
    const stream = createMemoryMarketStream()
    stream.setMode('unavailable')
    return createSharedWindows(stream).shared
  },
)

const TODAY = '2026-11-20'
const NO_DEALS: ScriptedDay = { deals: [], annulments: [] }

/** A market that runs by itself: its deals arrive when the market time reaches them. */
async function openLiveStream(): Promise<StreamUnderTest> {
  const clock = createMemoryClock(toInstant('2026-11-24', '09:00'))
  const marketClock = createMemoryMarketClock({ clock, startsAt: toInstant(TODAY, '10:00') })
  const network = createMemoryNetwork()
  let today = NO_DEALS
  const script: ScriptDay = (market, date) => (market === 'spot' && date === TODAY ? today : NO_DEALS)
  const days = createLiveDays({ script, days: createScriptedDays(script, '2026-11-17'), now: marketClock.now })
  const readAudience = () => 'live' as const
  const stream = createLiveStream({ days, marketClock, timers: clock, network, readAudience })
  const readLastSequence = () =>
    findLastSequence(days, { market: 'spot', date: TODAY, audience: 'live', now: marketClock.now() })
  return {
    stream,
    readLastSequence,
    async appendDeal() {
      const time = marketClock.now() + SECOND_MS
      const number = today.deals.length + 1
      const deal = { id: `op-${number}`, time, price: 4_100, amount: 250_000 + number }
      const report = { ...deal, market: 'spot', term: 0, sector: 1, origin: 'negotiated' } as const
      today = { ...today, deals: [...today.deals, report] }
      clock.advance(SECOND_MS)
      return { ...deal, sequence: readLastSequence() }
    },
    async annulDeal({ id }) {
      today = { ...today, annulments: [...today.annulments, { id, time: marketClock.now() + SECOND_MS }] }
      clock.advance(SECOND_MS)
      return readLastSequence()
    },
    sendHeartbeat: () => clock.advance(HEARTBEAT_MS),
    endSessions: stream.closeLive,
    breakConnections() {
      network.set('down')
      network.set('up')
    },
  }
}

marketStreamContract('memory, live', openLiveStream, null)

let server: StreamServer
const marketTimes: number[] = []
const createHttpStream = (base: string) =>
  followClock(createMarketStream({ http: createHttpClient({ base, fetch }) }), {
    sync: (time) => void marketTimes.push(time),
    setFrozen: () => {},
  })

beforeAll(async () => {
  server = await startStreamServer()
  await server.appendDeal()
})

marketStreamContract(
  'HTTP',
  async () => ({ ...server, stream: createHttpStream(`${server.url}/api/market`) }),
  async () => createHttpStream(`${server.url}/api/otra`),
)

test.each([
  [429, { 'retry-after': '45' }, { kind: 'refused', pause: 45_000 }],
  [503, { 'retry-after': '0' }, { kind: 'refused', pause: 0 }],
  [429, { 'retry-after': '999999999' }, { kind: 'refused', pause: MAX_REFUSAL_PAUSE_MS }],
  [429, { 'retry-after': 'soon' }, { kind: 'refused', pause: REFUSAL_PAUSE_MS }],
  [429, {}, { kind: 'refused', pause: REFUSAL_PAUSE_MS }],
  [500, { 'retry-after': '45' }, { kind: 'lost' }],
  [404, {}, { kind: 'unavailable' }],
] as const)(
  'HTTP: a stream rejected with the status %i and the headers %j emits %j',
  async (status, headers, event) => {
    const rejectingServer = createServer((_, reply) => reply.writeHead(status, headers).end())
    await once(rejectingServer.listen(0, '127.0.0.1'), 'listening')
    const received: StreamEvent[] = []
    const { port } = rejectingServer.address() as AddressInfo
    createHttpStream(`http://127.0.0.1:${port}`).follow({ market: 'spot', since: null }, (emitted) =>
      received.push(emitted),
    )
    await expect.poll(() => received).toEqual([event])
    rejectingServer.close()
  },
)

test('HTTP: the stream reports the market time', async () => {
  const received: StreamEvent[] = []
  const unsubscribe = createHttpStream(`${server.url}/api/market`).follow({ market: 'spot', since: null }, (event) =>
    received.push(event),
  )
  await expect.poll(() => received.at(-1)).toEqual({ kind: 'clock', now: server.now(), delay: 0 })
  expect(marketTimes.at(-1)).toBe(server.now())
  unsubscribe()
})
