import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { createLiveMarketView } from '#src/application/market/live-market-view.ts'
import { createUseCases } from '#src/application/use-cases.ts'
import { DealCells } from '#src/ui/market/deal-table.tsx'
import { DealsList } from '#src/ui/market/deals-list.tsx'
import { UseCasesProvider } from '#src/ui/shell/use-cases-context.tsx'
import { createStreamedMarket } from '#tests/support/streamed-market.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  // The minimum amount of a test is in the address.
  history.replaceState(null, '', '/')
})

async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await act(() => new Promise<void>((done) => setImmediate(done)))
}

/** The list of a streamed market, and the prices of the rows that rendered since the last call. */
async function openList() {
  const { ports, marketStream, deal } = createStreamedMarket()
  const useCases = createUseCases(ports)
  const source = useCases.createView(createLiveMarketView, { screen: 'market', market: 'spot', delay: 0 })
  const cells = vi.spyOn(DealCells, 'type')
  render(
    <UseCasesProvider value={useCases}>
      <DealsList market="spot" source={source} isDayOver={false} delayed={false} />
    </UseCasesProvider>,
  )
  await settle()
  const takeRendered = () => {
    const prices = cells.mock.calls.map(([{ price }]) => price)
    cells.mockClear()
    return prices
  }
  return {
    ports,
    marketStream,
    takeRendered,
    async deal(price: number, amount?: number) {
      deal(price, amount)
      act(() => ports.frames.draw())
      await settle()
    },
  }
}

const readFirstRow = () => within(screen.getByRole('table')).getAllByRole('row')[1]?.textContent

test('a deal renders its own row and no other one', async () => {
  const { takeRendered, deal } = await openList()
  expect(takeRendered().length).toBeGreaterThan(20)
  await deal(4_111.5)
  expect([takeRendered(), readFirstRow()]).toEqual([[4_111.5], expect.stringContaining('4.111,50')])
  await deal(4_112.5)
  expect(takeRendered()).toEqual([4_112.5])
})

test('many deals of one frame render their rows once', async () => {
  const { ports, takeRendered, marketStream } = await openList()
  takeRendered()
  const time = ports.marketClock.now()
  const prices = [4_110, 4_111, 4_112]
  act(() => {
    for (const [i, price] of prices.entries())
      marketStream.publish('spot', { kind: 'deal', sequence: i + 1, id: `op-${i}`, time, price, amount: 1_000 })
  })
  act(() => ports.frames.draw())
  expect(takeRendered().toSorted()).toEqual(prices)
})

test('a heartbeat renders no row', async () => {
  const { ports, marketStream, takeRendered, deal } = await openList()
  await deal(4_111.5)
  takeRendered()
  ports.clock.advance(10_000)
  act(() => marketStream.notify('spot', { kind: 'heartbeat' }))
  await settle()
  expect(takeRendered()).toEqual([])
})

test('a deal below the minimum amount renders no row', async () => {
  const { takeRendered, deal } = await openList()
  fireEvent.change(screen.getByRole('textbox', { name: 'Monto mínimo' }), { target: { value: '1.000.000' } })
  takeRendered()
  await deal(4_111.5, 999_999)
  expect(takeRendered()).toEqual([])
  await deal(4_112.5, 1_000_000)
  expect(takeRendered()).toEqual([4_112.5])
})

test('a deal renders no row of a paused list', async () => {
  const { takeRendered, deal } = await openList()
  fireEvent.click(screen.getByRole('button', { name: 'Pausar' }))
  takeRendered()
  await deal(4_111.5)
  expect(takeRendered()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Reanudar' }))
  expect(takeRendered()).toEqual([4_111.5])
})
