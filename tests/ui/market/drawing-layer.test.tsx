import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'

import { createMemoryPorts, MEMORY_START } from '#src/adapters/memory/ports.ts'
import { openMemory } from '#src/composition/memory.ts'
import type { Plane } from '#src/domain/charting/drawing-plane.ts'
import { createLine } from '#src/domain/charting/drawings.ts'
import { HOUR_MS } from '#src/domain/time/bogota.ts'
import { DrawingLayer } from '#src/ui/market/drawing-layer.tsx'
import { DrawingsProvider } from '#src/ui/market/drawings-context.ts'
import { PortalProvider } from '#src/ui/portal/portal-context.tsx'

const PLANE: Plane = {
  x: { from: MEMORY_START, to: MEMORY_START + HOUR_MS },
  price: { from: 4000, to: 4100 },
  area: { left: 0, top: 0, right: 600, bottom: 300 },
}

test('a line that was added by keyboard before the chart was drawn has the focus when it is (D131)', async () => {
  const portal = openMemory(createMemoryPorts())
  const { createDrawings } = await portal.loadMarket()
  const view = createDrawings('spot')
  const at = (share: number) => ({ at: MEMORY_START + share * HOUR_MS, price: 4050 })
  view.subscribe(() => {})
  view.send({ type: 'ADD', drawing: createLine('line', at(0.25), at(0.75)) })
  render(
    <Router hook={memoryLocation().hook}>
      <PortalProvider value={portal}>
        <DrawingsProvider value={{ view, marks: { current: [] } }}>
          <DrawingLayer market="spot" plane={PLANE} starts={null} lastAt={MEMORY_START} lastPrice={4050} />
        </DrawingsProvider>
      </PortalProvider>
    </Router>,
  )
  expect(document.activeElement).toBe(screen.getByRole('slider', { name: 'Fin de la línea' }))
})
