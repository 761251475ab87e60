import { act, screen } from '@testing-library/react'
import type { ContainerModule } from 'inversify'
import { expect, test, vi } from 'vitest'

import { givenPorts } from '#src/composition/ports.ts'
import { createDeferred } from '#tests/support/deferred.ts'
import { findField, openAuthPortal, press } from '#tests/ui/auth/auth-portal.tsx'
import { runTasks } from '#tests/ui/run-tasks.ts'

const readHeading = () => screen.getByRole('heading', { level: 1 }).textContent

test('a loading page has a busy main element and a loading heading', async () => {
  await openAuthPortal({ loadIdentityPorts: () => new Promise(() => {}) })
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true')
  expect(readHeading()).toBe('Cargando la página')
})

test('a page whose code cannot be loaded reloads once', async () => {
  const { ports } = await openAuthPortal({ loadIdentityPorts: () => Promise.reject(new TypeError('gone')) })
  await expect.poll(() => ports.page.reloads()).toBe(1)
  expect(readHeading()).toBe('Cargando la página')
})

test('a failed page load shows an error if the reload mark cannot be stored; Reintentar loads the page', async () => {
  const reloadMark = { read: () => null, write: () => false }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn(async () => givenPorts({})).mockRejectedValueOnce(new TypeError('gone'))
  const { ports } = await openAuthPortal({ ports: { reloadMark }, loadIdentityPorts: load })
  expect((await screen.findByRole('alert')).textContent).toContain('Revise su conexión e inténtelo de nuevo.')
  expect(readHeading()).toBe('No pudimos cargar esta página')
  expect(ports.page.reloads()).toBe(0)
  await press('Reintentar')
  expect(await findField('Usuario')).toBeTruthy()
})

test('a loaded page replaces the loading page at once, without a minimum time of the loading page', async () => {
  const identityLoad = createDeferred<ContainerModule>()
  await openAuthPortal({ loadIdentityPorts: () => identityLoad.promise })
  await import('#src/ui/auth/login.tsx')
  expect(readHeading()).toBe('Cargando la página')
  identityLoad.resolve(givenPorts({}))
  await runTasks(50)
  expect(screen.getByLabelText('Usuario')).toBeTruthy()
})

test('a page that was loaded before opens without the loading page', async () => {
  const { navigate } = await openAuthPortal()
  await findField('Usuario')
  await act(async () => navigate('/'))
  expect(screen.queryByLabelText('Usuario')).toBeNull()
  const headings: (string | null)[] = []
  const observer = new MutationObserver(() => headings.push(readHeading()))
  observer.observe(document.body, { childList: true, subtree: true })
  await act(async () => navigate('/auth/login/'))
  await findField('Usuario')
  observer.disconnect()
  expect(headings).not.toEqual([])
  expect(headings).not.toContain('Cargando la página')
})
