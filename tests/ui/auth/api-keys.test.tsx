import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryApiKeys } from '#src/adapters/memory/api-keys.ts'
import { createMemoryIdentity } from '#src/adapters/memory/identity.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import type { PortalConfig } from '#src/application/portal-config.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { getRegion, openPortal, readText } from '#tests/ui/portal.tsx'

async function openKeys(config: Partial<PortalConfig> = {}) {
  const clock = createMemoryClock(toInstant('2026-11-20', '12:43'))
  const apiKeys = createMemoryApiKeys({ clock, findClient: () => ({ id: 'cli-demo' }) })
  const identity = createMemoryIdentity({ clock }).browser({ apiKeys })
  const portal = await openPortal({ path: '/dashboard/llaves/', isSignedIn: true, identity, config })
  await screen.findByRole('region', { name: 'Claves' })
  await portal.flush()
  return portal
}

test('a client adds a key, sees it once, rotates and revokes it after a question', async () => {
  const { flush } = await openKeys()
  expect(screen.getByRole('link', { name: 'Documentación y ejemplos' }).getAttribute('href')).toBe('/api/docs')
  expect(readText('Claves')).toContain('Aún no tiene claves.')
  fireEvent.click(getRegion('Claves').getByRole('button', { name: 'Crear clave' }))
  expect(readText('Claves')).toContain('Escriba un nombre')
  fireEvent.change(getRegion('Claves').getByLabelText('Nombre de la clave'), { target: { value: 'ERP' } })
  fireEvent.click(getRegion('Claves').getByRole('button', { name: 'Crear clave' }))
  await flush()
  const secret = () => getRegion('Claves').getByLabelText<HTMLInputElement>('Su clave nueva').value
  const first = secret()
  expect(first).toMatch(/^mdc_/)
  expect(getRegion('Claves').queryAllByRole('status')).toHaveLength(1)
  expect(document.getElementById('anuncios')?.textContent).toContain('Su clave nueva. Cópiela ahora')
  expect(readText('Claves')).toContain('0 de 10.000 llamadas hoy.')
  fireEvent.click(getRegion('Claves').getByRole('button', { name: 'Rotar ERP' }))
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Rotar' }))
  await flush()
  expect(secret()).not.toBe(first)
  fireEvent.click(getRegion('Claves').getByRole('button', { name: 'Revocar ERP' }))
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revocar' }))
  await flush()
  expect(readText('Claves')).toContain('Aún no tiene claves.')
  expect(getRegion('Claves').queryByLabelText('Su clave nueva')).toBeNull()
})

test('an empty name and the name of another key are refused at the field, which gets the focus', async () => {
  const { flush } = await openKeys()
  const field = () => getRegion('Claves').getByLabelText<HTMLInputElement>('Nombre de la clave')
  const press = async () => {
    fireEvent.click(getRegion('Claves').getByRole('button', { name: 'Crear clave' }))
    await flush()
  }
  await press()
  expect(document.activeElement).toBe(field())
  fireEvent.change(field(), { target: { value: 'ERP' } })
  await press()
  await screen.findByRole('button', { name: 'Revocar ERP' })
  fireEvent.change(field(), { target: { value: ' ERP ' } })
  getRegion('Claves').getByRole('button', { name: 'Crear clave' }).focus()
  await press()
  expect(readText('Claves')).toContain('Ya tiene una clave con ese nombre')
  expect(document.activeElement).toBe(field())
  expect(getRegion('Claves').getAllByRole('button', { name: 'Revocar ERP' })).toHaveLength(1)
})

test('the static demo has no link to the documentation of the API', async () => {
  await openKeys({ hasServer: false })
  expect(screen.queryByRole('link', { name: 'Documentación y ejemplos' })).toBeNull()
})
