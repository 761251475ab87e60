import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAuthPortal } from '#tests/ui/auth/auth-portal.tsx'

test('a service without passkeys, such as the demo, says that codes are the way (D96)', async () => {
  await openAuthPortal({ path: '/dashboard/seguridad/', username: 'demo' })
  const region = within(await screen.findByRole('region', { name: 'Llaves de acceso' }))
  region.getByText('Esta dirección del portal no admite llaves de acceso: use los códigos.')
  expect(region.queryByRole('button')).toBeNull()
})
