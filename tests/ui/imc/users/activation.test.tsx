import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createActivationView } from '#src/application/imc/users/activation.ts'
import { createToasts } from '#src/application/platform/notices.ts'
import { ok } from '#src/domain/result.ts'
import { ActivationDialogs } from '#src/ui/imc/users/activation.tsx'
import { PortalProvider } from '#src/ui/portal/portal-context.tsx'
import { createClient } from '#tests/support/client.ts'
import { createEntityUser } from '#tests/support/entity-users.ts'

/** A user whose name throws while `isBroken()`. */
const createBrokenUser = (isBroken: () => boolean) =>
  Object.defineProperty(createEntityUser({ id: 'a' }), 'name', {
    get() {
      if (isBroken()) throw new TypeError('broken')
      return 'Ana'
    },
  })

test('the confirmation dialog opens again after an earlier one failed to render', async () => {
  const logError = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => logError.mockRestore())
  const users = { setActive: async () => ok({ message: '' }) }
  const view = createActivationView(
    { ...createMemoryPorts(), users, toasts: createToasts() },
    { onEnd: () => {}, onResultsClosed: () => {} },
  )
  render(
    <PortalProvider value={createClient().portal}>
      <ActivationDialogs view={view} />
    </PortalProvider>,
  )
  let isBroken = true
  const user = createBrokenUser(() => isBroken)
  await act(async () => view.open(user, 'deactivate'))
  await screen.findByRole('group', { name: 'No pudimos mostrar esta sección' })
  isBroken = false
  await act(async () => view.open(user, 'deactivate'))
  const dialog = await screen.findByRole('alertdialog', { name: '¿Estás seguro(a)?' })
  expect(dialog.textContent).toContain('Estás a punto de desactivar al usuario Ana')
})
