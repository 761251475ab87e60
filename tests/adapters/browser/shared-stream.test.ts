import fc from 'fast-check'
import { expect, test } from 'vitest'

import { JOIN_TIMEOUT_MS, MAX_STORED_EVENTS } from '#src/adapters/browser/shared-stream.ts'
import { createMemoryMarketStream } from '#src/adapters/memory/market.ts'
import type { StreamEvent } from '#src/domain/live/stream-event.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { createSharedWindows } from '#tests/support/shared-windows.ts'

const time = toInstant('2026-11-20', '10:00')

function openBrowser(readUser?: () => string) {
  const stream = createMemoryMarketStream()
  const browser = createSharedWindows(stream, readUser)
  let sequence = 0

  function publish(count = 1) {
    for (let i = 0; i < count; i += 1) {
      sequence += 1
      stream.publish('spot', { kind: 'deal', sequence, id: `op-${sequence}`, time, price: 4_100, amount: 1_000 })
    }
  }

  function openWindow(since: number | null = sequence, market: 'spot' | 'nextday' = 'spot', isForNews = false) {
    const received: StreamEvent[] = []
    const close = browser.shared.follow({ market, since, isForNews }, (event) => received.push(event))
    return {
      close,
      received,
      listKinds: () => received.map(({ kind }) => kind),
      listSequences: () => received.flatMap((event) => ('sequence' in event ? event.sequence : [])),
    }
  }

  return { ...browser, stream, publish, openWindow, readSequence: () => sequence }
}

test('three windows share one connection and receive the same events', async () => {
  const { stream, publish, openWindow } = openBrowser()
  const windows = [openWindow(), openWindow(), openWindow()]
  await flushPromises()
  publish(2)
  stream.notify('spot', { kind: 'heartbeat' })
  await flushPromises()
  for (const { listKinds, listSequences } of windows) {
    expect(listKinds()).toEqual(['opened', 'deal', 'deal', 'heartbeat'])
    expect(listSequences()).toEqual([1, 2])
  }
  expect(stream.subscribers()).toHaveLength(1)
})

test('a window that opens later receives the events after its cursor', async () => {
  const { publish, openWindow, stream } = openBrowser()
  openWindow()
  await flushPromises()
  publish(3)
  const late = openWindow(1)
  await flushPromises()
  publish()
  await flushPromises()
  expect(late.listKinds()).toEqual(['opened', 'deal', 'deal', 'deal'])
  expect(late.listSequences()).toEqual([2, 3, 4])
  expect(stream.subscribers()).toHaveLength(1)
})

test('when the window with the connection closes, the next one goes on without a lost or repeated event', async () => {
  const { stream, publish, openWindow } = openBrowser()
  const first = openWindow()
  const second = openWindow()
  await flushPromises()
  publish(2)
  await flushPromises()
  first.close()
  publish(2)
  await flushPromises()
  publish()
  await flushPromises()
  expect(first.listSequences()).toEqual([1, 2])
  expect(second.listKinds()).toEqual(['opened', 'deal', 'deal', 'deal', 'deal', 'deal'])
  expect(second.listSequences()).toEqual([1, 2, 3, 4, 5])
  expect(stream.subscribers()).toHaveLength(1)
})

test('an answer to a join before a change of the connection is ignored: no event is lost', async () => {
  const { publish, openWindow, createChannel } = openBrowser()
  const channel = createChannel('mercado-dolar stream 1 spot visitor')
  const answers: unknown[] = []
  channel.onmessage = ({ data }) => data.type === 'joined' && answers.push(data)
  openWindow()
  const second = openWindow()
  await flushPromises()
  channel.postMessage({ type: 'owned' })
  publish()
  for (const answer of answers) channel.postMessage(answer)
  await flushPromises()
  publish()
  await flushPromises()
  expect(answers.length).toBeGreaterThan(1)
  expect(second.listSequences()).toEqual([1, 2])
})

test.each([
  { kind: 'lost' } as const,
  { kind: 'closed', reason: 'Su sesión se abrió en otro equipo.' } as const,
  { kind: 'refused', pause: 5_000 } as const,
])('every window receives the end of the stream: $kind', async (end) => {
  const { stream, openWindow } = openBrowser()
  const windows = [openWindow(), openWindow()]
  await flushPromises()
  stream.notify('spot', end)
  await flushPromises()
  for (const { received } of windows) expect(received).toEqual([{ kind: 'opened' }, end])
  expect(stream.subscribers()).toEqual([])
})

test('a window without a cursor, or with one that is too old, has a connection of its own', async () => {
  const { stream, publish, openWindow } = openBrowser()
  publish(5)
  openWindow()
  await flushPromises()
  const old = openWindow(3)
  const fresh = openWindow(null)
  await flushPromises()
  publish()
  await flushPromises()
  expect(old.listSequences()).toEqual([4, 5, 6])
  expect(fresh.listSequences()).toEqual([6])
  expect(stream.subscribers()).toHaveLength(3)
})

test('windows that need only what is new share a connection, whichever has it (D125)', async () => {
  const { stream, publish, openWindow } = openBrowser()
  publish(5)
  const first = openWindow(null, 'spot', true)
  const second = openWindow(null, 'spot', true)
  await flushPromises()
  const market = openWindow()
  const third = openWindow(null, 'spot', true)
  await flushPromises()
  stream.notify('spot', { kind: 'alert', id: 1 })
  await flushPromises()
  for (const { listKinds } of [first, second, third]) expect(listKinds()).toEqual(['opened', 'alert'])
  first.close()
  await flushPromises()
  publish()
  stream.notify('spot', { kind: 'alert', id: 2 })
  await flushPromises()
  for (const { listKinds } of [second, third]) expect(listKinds().filter((kind) => kind === 'alert')).toHaveLength(2)
  expect(market.listSequences()).toEqual([6])
  expect(market.listKinds().filter((kind) => kind === 'alert')).toHaveLength(2)
})

test('a connection stores only the last events for windows that join', async () => {
  const { stream, publish, openWindow } = openBrowser()
  openWindow()
  await flushPromises()
  publish(MAX_STORED_EVENTS + 1)
  const old = openWindow(MAX_STORED_EVENTS / 2 - 1)
  const recent = openWindow(MAX_STORED_EVENTS / 2)
  await flushPromises()
  expect(stream.subscribers()).toHaveLength(2)
  expect(recent.listSequences()).toHaveLength(MAX_STORED_EVENTS / 2 + 1)
  expect(old.listKinds()[0]).toBe('opened')
})

test('without an answer of the window with the connection, a window opens its own', async () => {
  const { stream, publish, openWindow, clock } = openBrowser()
  stream.setMode('silent')
  openWindow()
  await flushPromises()
  stream.setMode('open')
  const second = openWindow()
  await flushPromises()
  publish()
  expect(second.received).toEqual([])
  clock.advance(JOIN_TIMEOUT_MS)
  await flushPromises()
  expect(second.listSequences()).toEqual([1])
})

test('windows of different users, and of different markets, share nothing', async () => {
  let user = 'ana'
  const { stream, openWindow } = openBrowser(() => user)
  openWindow()
  openWindow(0, 'nextday')
  user = 'luis'
  openWindow()
  await flushPromises()
  expect(stream.subscribers()).toHaveLength(3)
})

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

/** Opens and closes windows while deals arrive. Each window in `windows` is open, with its cursor. */
function openTestWindows() {
  const browser = openBrowser()
  const windows: (ReturnType<typeof browser.openWindow> & { readonly since: number })[] = []
  return {
    ...browser,
    windows,
    steps: {
      open: () => void windows.push({ ...browser.openWindow(), since: browser.readSequence() }),
      closeFirst: () => windows.shift()?.close(),
      closeLast: () => windows.pop()?.close(),
      publish: () => browser.publish(),
      wait: flushPromises,
    },
  }
}

test('each open window receives every event once, whatever opens and closes', async () => {
  const step = fc.constantFrom('open', 'open', 'closeFirst', 'closeLast', 'publish', 'wait')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (names) => {
      const { stream, steps, windows, readSequence } = openTestWindows()
      for (const name of names) await steps[name as keyof typeof steps]()
      await flushPromises()
      for (const { since, listSequences } of windows) expect(listSequences()).toEqual(range(since + 1, readSequence()))
      expect(stream.subscribers().length > 0).toBe(windows.length > 0)
    }),
  )
})
