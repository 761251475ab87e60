import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type AlertsState, createAlertStops, NO_ALERTS_STATE } from '#src/adapters/memory/alerts.ts'
import { createMemoryPorts, MEMORY_START } from '#src/adapters/memory/ports.ts'
import { createState } from '#src/application/platform/readable.ts'
import { openMemory } from '#src/composition/memory.ts'
import { StopPage } from '#src/demo/stop-page.tsx'
import { NEW_STATE } from '#src/domain/alerts/alert.ts'
import { PortalProvider } from '#src/ui/portal/portal-context.tsx'

/** Opens the page of a mail's link over a service with one alert. */
function openStopPage(alertId: string) {
  const state = createState<AlertsState>({
    ...NO_ALERTS_STATE,
    alerts: [
      {
        ...{ kind: 'price', market: 'spot', side: 'above', level: 4_000, minutes: null, pause: null, until: null },
        ...{ id: 'alerta-1', clientId: '7', afterLine: 0, state: NEW_STATE },
      },
    ],
  })
  const stops = createAlertStops({ marketClock: { now: () => MEMORY_START }, state })
  render(
    <PortalProvider value={openMemory(createMemoryPorts())}>
      <StopPage stops={stops} alertId={alertId} onClose={() => {}} />
    </PortalProvider>,
  )
  return { readStatus: () => state.getSnapshot().alerts[0]?.state.status }
}

test('the link of a mail stops its alert after a press of the button (D125)', async () => {
  const { readStatus } = openStopPage('alerta-1')
  await screen.findByText('Dólar spot: sube a 4.000,00')
  expect(readStatus()).toBe('active')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Detener esta alerta' })))
  const dialog = await screen.findByRole('dialog', { name: 'La alerta está detenida' })
  expect(readStatus()).toBe('stopped')
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
})

test('the link of an alert that is removed says so (D125)', async () => {
  openStopPage('alerta-2')
  await screen.findByRole('dialog', { name: 'El enlace no es válido' })
  expect(screen.queryByRole('button', { name: 'Detener esta alerta' })).toBeNull()
})
