import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'

import { createMemoryPorts, MEMORY_START } from '#src/adapters/memory/ports.ts'
import type { PlotPlane } from '#src/charts/view/chart-props.ts'
import { openMemory } from '#src/composition/memory.ts'
import { createLevel, createLine } from '#src/domain/charting/drawings.ts'
import { HOUR_MS } from '#src/domain/time/bogota.ts'
import { DrawingLayer } from '#src/ui/market/drawing-layer.tsx'
import { DrawingsProvider } from '#src/ui/market/drawings-context.ts'
import { ChartScreenFrame } from '#src/ui/market/full-screen.tsx'
import { PortalProvider } from '#src/ui/portal/portal-context.tsx'

const PLANE: PlotPlane = {
  width: 660,
  height: 330,
  x: { from: MEMORY_START, to: MEMORY_START + HOUR_MS },
  price: { from: 4000, to: 4100 },
  area: { left: 0, top: 0, right: 600, bottom: 300 },
  label: null,
}

type View = ReturnType<Awaited<ReturnType<ReturnType<typeof openMemory>['loadMarket']>>['createDrawings']>

/** Renders the drawings of a chart that can be shown on the whole screen. */
async function renderLayer(prepare: (view: View) => void) {
  const portal = openMemory(createMemoryPorts())
  const { createDrawings } = await portal.loadMarket()
  const view = createDrawings('spot')
  const { unsubscribe } = view.subscribe(() => {})
  onTestFinished(unsubscribe)
  prepare(view)
  const result = render(
    <Router hook={memoryLocation().hook}>
      <PortalProvider value={portal}>
        <DrawingsProvider value={{ view, marks: { current: [] }, layer: { current: null }, openList: () => {} }}>
          <ChartScreenFrame title="Dólar Spot" placeholder={null}>
            <DrawingLayer market="spot" plane={PLANE} starts={null} lastAt={MEMORY_START} lastPrice={4050} />
          </ChartScreenFrame>
        </DrawingsProvider>
      </PortalProvider>
    </Router>,
  )
  return { view, ...result }
}

const at = (share: number, price = 4050) => ({ at: MEMORY_START + share * HOUR_MS, price })

test('a line that was added by keyboard before the chart was drawn has the focus when it is (D131)', async () => {
  await renderLayer((view) => view.send({ type: 'ADD', drawing: createLine('line', at(0.25), at(0.75)) }))
  expect(document.activeElement).toBe(screen.getByRole('slider', { name: 'Fin de la línea' }))
})

/** Renders a level that the pointer has moved from 4050 to 4060, and still holds. */
async function renderDrag() {
  const layer = await renderLayer((view) => view.send({ type: 'ADD', drawing: createLevel('level', 4050) }))
  act(() => {
    layer.view.send({ type: 'GRAB', id: 'level', part: 'whole', point: at(0.5) })
    layer.view.send({ type: 'HOVER', point: at(0.5, 4060) })
  })
  return layer
}
const DROPPED = { isDragging: false, drawings: [{ price: 4060 }] }

test('a level that is dragged while F opens the full screen stays where it is, and Esc closes the screen', async () => {
  const { view } = await renderDrag()
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Nivel' }), { key: 'f' })
  const full = await screen.findByRole('dialog', { name: 'Dólar Spot' })
  expect(view.getSnapshot()).toMatchObject(DROPPED)
  fireEvent.keyDown(full, { key: 'Escape' })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['loses the pointer', () => fireEvent(document, new Event('lostpointercapture'))],
  ['is no longer shown', ({ unmount }: { readonly unmount: () => void }) => unmount()],
])('a drag ends where the pointer last was when its element %s (D131)', async (_, end) => {
  const layer = await renderDrag()
  end(layer)
  expect(layer.view.getSnapshot()).toMatchObject(DROPPED)
})
