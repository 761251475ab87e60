import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { MARKET_BASE } from '#server/http/paths.ts'
import { type GetUnacknowledgedBytes, readUnacknowledgedBytes } from '#server/http/unacknowledged-bytes.ts'
import type { MarketEvent } from '#server/market/batch.ts'
import { createStalledStreamCheck, STALLED_CHECK_MS } from '#server/market/stalled-streams.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { temporaryDatabase } from '#tests/support/databases.ts'
import { createMarketApp, openTestMarket, testScheduler, testTime } from '#tests/support/market.ts'

const FRIDAY = '2026-11-20'
const POLL = { interval: 5 }

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** Seconds since the previous check, written bytes, bytes in the process and in the kernel. */
type Check = readonly [seconds: number, written: number, inProcess: number, unacknowledged: number]

/** Returns the number of resets after the last check. No earlier check may reset the connection. */
async function countResets(checks: readonly Check[]): Promise<number> {
  const time = testTime(0)
  const connection = { bytesWritten: 0, writableLength: 0, destroyed: false, resetAndDestroy: vi.fn() }
  let inKernel = 0
  const check = createStalledStreamCheck({
    connections: () => [connection],
    readUnacknowledgedBytes: async () => () => inKernel,
    now: time.now,
    logger: { warn: () => {} },
  })
  for (const [seconds, written, inProcess, unacknowledged] of checks) {
    expect(connection.resetAndDestroy).not.toHaveBeenCalled()
    time.pass(seconds * SECOND_MS)
    Object.assign(connection, { bytesWritten: written, writableLength: inProcess })
    inKernel = unacknowledged
    await check()
  }
  return connection.resetAndDestroy.mock.calls.length
}

test.each<[string, readonly Check[]]>([
  [
    'bytes are in the kernel for 30 s',
    [
      [0, 1000, 0, 400],
      [15, 1100, 0, 500],
      [15, 1200, 0, 600],
    ],
  ],
  [
    'bytes are in the process for 30 s',
    [
      [0, 1000, 400, 0],
      [30, 1000, 400, 0],
    ],
  ],
  [
    'bytes are in the process and then in the kernel for 30 s together',
    [
      [0, 1000, 400, 0],
      [15, 1000, 100, 300],
      [15, 1000, 0, 400],
    ],
  ],
  [
    'one byte is unsent for 30 s',
    [
      [0, 1000, 0, 400],
      [30, 2000, 0, 1001],
    ],
  ],
  [
    'the client reads only 200 of 900 bytes in 30 s',
    [
      [0, 1000, 0, 900],
      [15, 1000, 0, 800],
      [15, 1000, 0, 700],
    ],
  ],
])('the check closes a stream when %s', async (_when, checks) => {
  expect(await countResets(checks)).toBe(1)
})

test.each<[string, readonly Check[]]>([
  [
    'bytes are in the kernel for 29.999 s',
    [
      [0, 1000, 0, 400],
      [15, 1100, 0, 500],
      [14.999, 1200, 0, 600],
    ],
  ],
  [
    'each byte is sent within 30 s, although newer bytes are always unsent',
    [
      [0, 1000, 0, 900],
      [29, 2000, 0, 1000],
      [29, 3000, 0, 1000],
    ],
  ],
  [
    'bytes are written after an idle hour',
    [
      [0, 1000, 0, 0],
      [3600, 1000, 0, 0],
      [3600, 1100, 0, 100],
    ],
  ],
])('the check does not close a stream when %s', async (_when, checks) => {
  expect(await countResets(checks)).toBe(0)
})

interface RawReader {
  readonly client: Socket
  /** The server's end of the connection. */
  readonly connection: Socket
}

const countUnacknowledged = async ({ connection }: RawReader) => (await readUnacknowledgedBytes())(connection)

async function serve() {
  const time = testTime(toInstant(FRIDAY, '10:00'))
  const scheduler = testScheduler()
  let lastRead: Promise<GetUnacknowledgedBytes> | null = null
  const market = await openTestMarket({
    database: await temporaryDatabase('sqlite'),
    time,
    scheduler,
    env: { MARKET_CLOCK: `${FRIDAY}T10:00`, MARKET_SOURCE: 'ingest', OPERATOR_KEY: 'clave-de-operador-1' },
    readUnacknowledgedBytes: () => {
      lastRead = readUnacknowledgedBytes()
      return lastRead
    },
  })
  const app = await createMarketApp(market)
  const connections: Socket[] = []
  app.server.on('connection', (socket: Socket) => connections.push(socket))
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const countStreams = () => market.health().streams.live
  let deals = 0

  async function appendDeals(count: number) {
    const events = Array.from({ length: count }, (): MarketEvent => {
      deals += 1
      const time = toInstant(FRIDAY, '09:50')
      const kinds = { market: 'spot', term: 0, sector: 1, origin: 'negotiated' } as const
      return { kind: 'deal', deal: { ...kinds, id: `op-${deals}`, time, price: 4100, amount: 500_000 } }
    })
    expect((await market.append(events)).ok).toBe(true)
    await market.tick()
    return `op-${deals}`
  }

  cleanups.push(() => app.close())
  return {
    countStreams,
    appendDeals,

    /** Opens a stream over TCP whose client reads nothing until the test resumes it. */
    async openPaused(): Promise<RawReader> {
      const expected = countStreams() + 1
      const client = connect(Number(url.port), url.hostname)
      client.pause()
      client.on('error', () => {})
      client.write(`GET ${MARKET_BASE}${MARKET_PATHS.stream}?mercado=71 HTTP/1.1\r\n`)
      client.write(`host: ${url.host}\r\nx-test-client: yes\r\n\r\n`)
      cleanups.unshift(() => client.destroy())
      await expect.poll(countStreams, POLL).toBe(expected)
      const connection = connections.find(({ remotePort }) => remotePort === client.localPort)
      if (connection === undefined) throw new Error('the server has no connection of this client')
      return { client, connection }
    },

    /** Appends deals until the kernel buffers many bytes for each of these readers. */
    async fillKernel(readers: readonly RawReader[]) {
      const hasMany = async (reader: RawReader) => (await countUnacknowledged(reader)) > 100_000
      for (let batch = 0; batch < 100; batch += 1) {
        if ((await Promise.all(readers.map(hasMany))).every(Boolean)) return
        await appendDeals(200)
      }
      throw new Error('the readers acknowledge everything')
    },

    /** Advances the time, runs the check and waits for its end. */
    async advanceAndCheck(milliseconds: number) {
      time.pass(milliseconds)
      await market.tick()
      scheduler.run(STALLED_CHECK_MS)
      await lastRead
      await nextTurn()
    },
  }
}

test('the check closes an unread stream after 30 s, but not a slow stream', async () => {
  const server = await serve()
  const unread = await server.openPaused()
  const slow = await server.openPaused()
  await server.fillKernel([unread, slow])
  // Node has passed all bytes to the kernel.
  expect([unread.connection.writableLength, slow.connection.writableLength]).toEqual([0, 0])

  await server.advanceAndCheck(0)
  await server.advanceAndCheck(15_000)
  let received = ''
  slow.client.on('data', (bytes) => {
    received += String(bytes)
  })
  slow.client.resume()
  await expect.poll(() => countUnacknowledged(slow), POLL).toBe(0)
  slow.client.pause()
  await server.advanceAndCheck(14_999)
  expect([unread.connection.destroyed, slow.connection.destroyed]).toEqual([false, false])

  await server.advanceAndCheck(1)
  expect([unread.connection.destroyed, slow.connection.destroyed]).toEqual([true, false])
  await expect.poll(server.countStreams, POLL).toBe(1)

  slow.client.resume()
  const last = await server.appendDeals(1)
  await expect.poll(() => received, POLL).toContain(`"id":"${last}"`)
})
