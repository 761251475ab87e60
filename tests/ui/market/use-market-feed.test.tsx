import { act, cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, test } from 'vitest'

import { createMemoryMarketStream } from '#src/adapters/memory/market-stream.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createUseCases } from '#src/application/use-cases.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { useMarketFeed } from '#src/ui/market/use-market-feed.ts'
import { UseCasesProvider } from '#src/ui/shell/use-cases-context.tsx'

afterEach(cleanup)

const PACE = { delay: 15, panels: 468 * SECOND_MS, chart: 15 * SECOND_MS }

function Probe({ market }: { readonly market: Market }) {
  const { close, intraday, connection, interval } = useMarketFeed(market, PACE)
  const shown = [connection, interval, close.value?.value.close ?? '—', intraday.value?.value.times.length ?? 0]
  return <p role="status">{shown.join(' ')}</p>
}

const shown = () => screen.getByRole('status').textContent?.split(' ') ?? []

async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await act(() => new Promise<void>((done) => setImmediate(done)))
}

/** A market whose series say that the stream begins after the event 0. */
function createWorld() {
  const marketStream = createMemoryMarketStream()
  const { market } = createMemoryPorts()
  const ports = createMemoryPorts({
    marketStream,
    market: {
      ...market,
      intraday: async (query, signal) => {
        const answer = await market.intraday(query, signal)
        if (!answer.ok) return answer
        const { session, value } = answer.value
        return { ok: true, value: { session, value: { ...value, sequence: 0 } } }
      },
    },
  })
  const useCases = createUseCases(ports)
  const page = (market: Market) => (
    <StrictMode>
      <UseCasesProvider value={useCases}>
        <Probe market={market} />
      </UseCasesProvider>
    </StrictMode>
  )
  return { ports, marketStream, page }
}

test('a streamed deal is shown with the next frame', async () => {
  const { ports, marketStream, page } = createWorld()
  render(page('spot'))
  expect(shown()).toEqual(['connecting', '468000', '—', '0'])
  await settle()
  const count = Number(shown()[3])
  expect(shown().slice(0, 2)).toEqual(['stream', String(HEARTBEAT_MS)])
  const time = ports.marketClock.now()
  act(() => marketStream.tell('spot', { kind: 'deal', sequence: 1, id: 'op-1', time, price: 4_111.5, amount: 250_000 }))
  expect(Number(shown()[3])).toBe(count)
  act(() => ports.frames.draw())
  expect(shown().slice(2)).toEqual(['4111.5', String(count + 1)])
})

test('another market starts with nothing of the one before, whose stream is left', async () => {
  const { ports, marketStream, page } = createWorld()
  const { rerender } = render(page('spot'))
  await settle()
  rerender(page('nextday'))
  expect(shown()).toEqual(['connecting', '468000', '—', '0'])
  const time = ports.marketClock.now()
  act(() => marketStream.tell('spot', { kind: 'deal', sequence: 1, id: 'op-1', time, price: 1, amount: 1 }))
  await settle()
  act(() => ports.frames.draw())
  expect(marketStream.readers()).toEqual([{ market: 'nextday', since: 0 }])
  expect(shown()[2]).not.toBe('1')
})

test('another day starts anew, and leaving the page leaves the stream', async () => {
  const { ports, marketStream, page } = createWorld()
  const { unmount } = render(page('spot'))
  await settle()
  act(() => ports.marketClock.set(ports.marketClock.now() - 86_400_000))
  expect(shown()[2]).toBe('—')
  await settle()
  expect(marketStream.readers()).toHaveLength(1)
  unmount()
  expect(marketStream.readers()).toEqual([])
})
