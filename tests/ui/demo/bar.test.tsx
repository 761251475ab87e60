import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryBackend } from '#src/adapters/memory/backend.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { openMemory } from '#src/composition/memory.ts'
import { DemoBar } from '#src/demo/bar.tsx'
import { HOUR_MS, type Instant, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { PortalProvider } from '#src/ui/portal/portal-context.tsx'

/** Renders the bar at a market time, and records the market times that it sets. */
function openBar(startsAt: Instant) {
  const pagePorts = createMemoryPorts()
  const { clock, timers, log, imc } = pagePorts
  const { newKey } = imc
  const { ports, control } = createMemoryBackend({ clock, timers, log, startsAt, seed: 1, newKey })
  const portal = openMemory({ ...pagePorts, ...ports })
  const { humanCheck } = ports.identity
  const marketTimes: Instant[] = []
  const settings = { setMarketTime: (at: Instant) => void marketTimes.push(at), restart: () => {} }
  render(
    <PortalProvider value={portal}>
      <DemoBar demo={{ portal, control, humanCheck }} settings={settings} />
    </PortalProvider>,
  )
  return { marketTimes, advance: (ms: number) => act(async () => pagePorts.clock.advance(ms)) }
}

test('the switch of the market is on when both markets are closed, and a press then opens them', async () => {
  const { marketTimes, advance } = openBar(toInstant('2026-11-20', '12:59'))
  const toggle = screen.getByRole('button', { name: 'Mercado cerrado' })
  const isPressed = () => toggle.getAttribute('aria-pressed')
  await advance(2 * MINUTE_MS)
  expect(isPressed()).toBe('false')
  await advance(3 * HOUR_MS - 2 * MINUTE_MS)
  expect(isPressed()).toBe('false')
  await advance(MINUTE_MS)
  expect(isPressed()).toBe('true')
  fireEvent.click(toggle)
  expect(marketTimes).toEqual([toInstant('2026-11-20', '10:40')])
})
