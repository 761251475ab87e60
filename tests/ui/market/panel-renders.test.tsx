import { act, cleanup, render } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LiveMarketView } from '#src/application/market/dashboard.ts'
import { openMemory } from '#src/composition/memory.ts'
import { AmountsPanel } from '#src/ui/market/amounts-panel.tsx'
import { AveragePanel } from '#src/ui/market/average-panel.tsx'
import { ClosePanel } from '#src/ui/market/close-panel.tsx'
import { PricesPanel } from '#src/ui/market/prices-panel.tsx'
import { PortalProvider } from '#src/ui/portal/portal-context.tsx'
import { createStreamedMarket } from '#tests/support/streamed-market.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function flushRenders() {
  for (let turn = 0; turn < 5; turn += 1) await act(() => new Promise<void>((done) => setImmediate(done)))
}

function Panels({ live }: { readonly live: LiveMarketView }) {
  const { close, closeDayPrices, closeDayLabel, prices, amounts } = useSelector(live, (state) => state)
  return (
    <>
      <ClosePanel close={close} closeDayPrices={closeDayPrices} closeDayLabel={closeDayLabel} />
      <AveragePanel close={close} closeDayLabel={closeDayLabel} />
      <PricesPanel prices={prices} market="spot" today="2026-11-20" />
      <AmountsPanel amounts={amounts} title="Montos" meta={null} />
    </>
  )
}

/** Renders the panels of a streamed market and counts their renders since `reset`. */
async function openPanels() {
  const { ports, marketStream, publishDeal } = createStreamedMarket()
  const portal = openMemory(ports)
  const view = (await portal.loadMarket()).createLiveMarket({ screen: 'market', market: 'spot', delay: 0 })
  const spies = {
    close: vi.spyOn(ClosePanel, 'type'),
    average: vi.spyOn(AveragePanel, 'type'),
    prices: vi.spyOn(PricesPanel, 'type'),
    amounts: vi.spyOn(AmountsPanel, 'type'),
  }
  render(
    <PortalProvider value={portal}>
      <Panels live={view} />
    </PortalProvider>,
  )
  await flushRenders()
  return {
    ports,
    marketStream,
    view,
    countRenders: () => ({
      close: spies.close.mock.calls.length,
      average: spies.average.mock.calls.length,
      prices: spies.prices.mock.calls.length,
      amounts: spies.amounts.mock.calls.length,
    }),
    reset() {
      for (const spy of Object.values(spies)) spy.mockClear()
    },
    async publishAndDraw(price: number) {
      publishDeal(price)
      act(() => ports.frames.draw())
      await flushRenders()
    },
  }
}

test('a deal at an unchanged price renders the amounts panel once and the prices panel not at all', async () => {
  const { view, countRenders, reset, publishAndDraw } = await openPanels()
  const { close } = view.getSnapshot()
  const lastPrice = close.value?.value.close ?? 0
  await publishAndDraw(lastPrice)
  reset()
  await publishAndDraw(lastPrice)
  expect(countRenders()).toMatchObject({ prices: 0, amounts: 1 })
})

test('a heartbeat renders no panel', async () => {
  const { ports, marketStream, countRenders, reset, publishAndDraw } = await openPanels()
  await publishAndDraw(4_111.5)
  reset()
  ports.clock.advance(10_000)
  act(() => marketStream.notify('spot', { kind: 'heartbeat' }))
  expect(countRenders()).toEqual({ close: 0, average: 0, prices: 0, amounts: 0 })
})

test('many deals within one animation frame render the amounts panel once', async () => {
  const { ports, marketStream, countRenders, reset } = await openPanels()
  reset()
  const time = ports.marketClock.now()
  act(() => {
    for (let sequence = 1; sequence <= 100; sequence += 1) {
      marketStream.publish('spot', { kind: 'deal', sequence, id: `op-${sequence}`, time, price: 4_100, amount: 1_000 })
    }
  })
  act(() => ports.frames.draw())
  expect(countRenders().amounts).toBe(1)
})
