import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { openMemory } from '#src/composition/memory.ts'
import { DealCells } from '#src/ui/market/deal-table.tsx'
import { DealsList } from '#src/ui/market/deals-list.tsx'
import { PortalProvider } from '#src/ui/portal/portal-context.tsx'
import { createStreamedMarket } from '#tests/support/streamed-market.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  // Removes the minimum amount of the test from the address.
  history.replaceState(null, '', '/')
})

async function flushRenders() {
  for (let turn = 0; turn < 5; turn += 1) await act(() => new Promise<void>((done) => setImmediate(done)))
}

/**
 * Renders the deals of a streamed market. `takeRenderedPrices` returns the prices of the rows that
 * rendered since its last call.
 */
async function openList() {
  const { ports, marketStream, publishDeal } = createStreamedMarket()
  const portal = openMemory(ports)
  const source = (await portal.loadMarket()).createLiveMarket({ screen: 'market', market: 'spot', delay: 0 })
  const cells = vi.spyOn(DealCells, 'type')
  render(
    <PortalProvider value={portal}>
      <DealsList market="spot" source={source} isDayOver={false} isDelayed={false} />
    </PortalProvider>,
  )
  await flushRenders()
  const takeRenderedPrices = () => {
    const prices = cells.mock.calls.map(([{ price }]) => price)
    cells.mockClear()
    return prices
  }
  return {
    ports,
    marketStream,
    takeRenderedPrices,
    async publishAndDraw(price: number, amount?: number) {
      publishDeal(price, amount)
      act(() => ports.frames.draw())
      await flushRenders()
    },
  }
}

const readFirstRow = () => within(screen.getByRole('table')).getAllByRole('row')[1]?.textContent

test('a deal renders only its own row', async () => {
  const { takeRenderedPrices, publishAndDraw } = await openList()
  expect(takeRenderedPrices().length).toBeGreaterThan(20)
  await publishAndDraw(4_111.5)
  expect([takeRenderedPrices(), readFirstRow()]).toEqual([[4_111.5], expect.stringContaining('4.111,50')])
  await publishAndDraw(4_112.5)
  expect(takeRenderedPrices()).toEqual([4_112.5])
})

test('several deals within one animation frame render each row once', async () => {
  const { ports, takeRenderedPrices, marketStream } = await openList()
  takeRenderedPrices()
  const time = ports.marketClock.now()
  const prices = [4_110, 4_111, 4_112]
  act(() => {
    for (const [i, price] of prices.entries())
      marketStream.publish('spot', { kind: 'deal', sequence: i + 1, id: `op-${i}`, time, price, amount: 1_000 })
  })
  act(() => ports.frames.draw())
  expect(takeRenderedPrices().toSorted()).toEqual(prices)
})

test('a heartbeat renders no row', async () => {
  const { ports, marketStream, takeRenderedPrices, publishAndDraw } = await openList()
  await publishAndDraw(4_111.5)
  takeRenderedPrices()
  ports.clock.advance(10_000)
  act(() => marketStream.notify('spot', { kind: 'heartbeat' }))
  await flushRenders()
  expect(takeRenderedPrices()).toEqual([])
})

test('a deal below the minimum amount renders no row', async () => {
  const { takeRenderedPrices, publishAndDraw } = await openList()
  fireEvent.change(screen.getByRole('textbox', { name: 'Monto mínimo' }), { target: { value: '1.000.000' } })
  takeRenderedPrices()
  await publishAndDraw(4_111.5, 999_999)
  expect(takeRenderedPrices()).toEqual([])
  await publishAndDraw(4_112.5, 1_000_000)
  expect(takeRenderedPrices()).toEqual([4_112.5])
})

test('a deal renders no row of a paused list', async () => {
  const { takeRenderedPrices, publishAndDraw } = await openList()
  fireEvent.click(screen.getByRole('button', { name: 'Pausar' }))
  takeRenderedPrices()
  await publishAndDraw(4_111.5)
  expect(takeRenderedPrices()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Reanudar' }))
  expect(takeRenderedPrices()).toEqual([4_111.5])
})
