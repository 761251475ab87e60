import { connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'

import { createStalledStreamCheck } from '#server/market/stream/stalled-streams.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { testTime } from '#tests/support/market.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** Seconds since the previous check, written bytes, and bytes that wait in the process. */
type Check = readonly [seconds: number, written: number, waiting: number]

/** Returns the number of resets after the last check. No earlier check may reset the connection. */
function countResets(checks: readonly Check[]): number {
  const time = testTime(0)
  const connection = { bytesWritten: 0, writableLength: 0, destroyed: false, resetAndDestroy: vi.fn() }
  const check = createStalledStreamCheck({
    connections: () => [connection],
    now: time.now,
    logger: { warn: () => {} },
  })
  for (const [seconds, written, waiting] of checks) {
    expect(connection.resetAndDestroy).not.toHaveBeenCalled()
    time.pass(seconds * SECOND_MS)
    Object.assign(connection, { bytesWritten: written, writableLength: waiting })
    check()
  }
  return connection.resetAndDestroy.mock.calls.length
}

test.each<[string, readonly Check[]]>([
  [
    'bytes wait for 30 s',
    [
      [0, 1000, 400],
      [15, 1100, 500],
      [15, 1200, 600],
    ],
  ],
  [
    'one byte waits for 30 s',
    [
      [0, 1000, 400],
      [30, 2000, 1001],
    ],
  ],
  [
    'the client takes only 200 of 900 bytes in 30 s',
    [
      [0, 1000, 900],
      [15, 1000, 800],
      [15, 1000, 700],
    ],
  ],
])('the check closes a stream when %s', (_when, checks) => {
  expect(countResets(checks)).toBe(1)
})

test.each<[string, readonly Check[]]>([
  [
    'bytes wait for 29.999 s',
    [
      [0, 1000, 400],
      [15, 1100, 500],
      [14.999, 1200, 600],
    ],
  ],
  [
    'each byte is sent within 30 s, although newer bytes always wait',
    [
      [0, 1000, 900],
      [29, 2000, 1000],
      [29, 3000, 1000],
    ],
  ],
  [
    'bytes are written after an idle hour',
    [
      [0, 1000, 0],
      [3600, 1000, 0],
      [3600, 1100, 100],
    ],
  ],
])('the check does not close a stream when %s', (_when, checks) => {
  expect(countResets(checks)).toBe(0)
})

/** Opens two connections over TCP and returns both ends of each. The clients read nothing yet. */
async function openConnections() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const open = async () => {
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
    const client = connect(address.port, '127.0.0.1').pause()
    client.on('error', () => {})
    const connection = await accepted
    cleanups.unshift(
      () => client.destroy(),
      () => connection.destroy(),
    )
    return { client, connection }
  }
  return [await open(), await open()] as const
}

/** Writes until bytes wait in this process, because the buffers of the kernel are full. */
async function fill({ connection }: { readonly connection: Socket }) {
  const chunk = Buffer.alloc(1_000_000)
  while (connection.writableLength === 0) {
    connection.write(chunk)
    await new Promise(setImmediate)
  }
}

test('the check resets an unread TCP connection after 30 s, but not a slow one', async () => {
  const [unread, slow] = await openConnections()
  const time = testTime(0)
  const connections = [unread.connection, slow.connection]
  const check = createStalledStreamCheck({ connections: () => connections, now: time.now, logger: { warn: () => {} } })
  await fill(unread)
  await fill(slow)
  check()
  time.pass(15 * SECOND_MS)
  slow.client.resume()
  await expect.poll(() => slow.connection.writableLength, { interval: 5 }).toBe(0)
  slow.client.pause()
  check()
  await fill(slow)
  time.pass(15 * SECOND_MS)
  check()
  expect(connections.map(({ destroyed }) => destroyed)).toEqual([true, false])
})
