import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { createClient } from '#tests/support/client.ts'
import { field, openAuth, press } from '#tests/ui/auth/auth-portal.tsx'

const readHeading = () => screen.getByRole('heading', { level: 1 }).textContent

test('a loading screen has its main part and a loading text', async () => {
  await openAuth({ ports: { identity: () => new Promise(() => {}) } })
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true')
  expect(readHeading()).toBe('Cargando la página')
})

test('missing code reloads the page once', async () => {
  const { ports } = await openAuth({ ports: { identity: () => Promise.reject(new TypeError('gone')) } })
  await vi.waitFor(() => expect(ports.page.reloads()).toBe(1))
  expect(readHeading()).toBe('Cargando la página')
})

test('code missing after the reload shows an error page, and Reintentar loads the code', async () => {
  const reloadMark = { read: () => null, write: () => false }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { identity } = createClient()
  const load = vi.fn(async () => identity).mockRejectedValueOnce(new TypeError('gone'))
  const { ports } = await openAuth({ ports: { identity: load, reloadMark } })
  expect((await screen.findByRole('alert')).textContent).toContain('Revise su conexión e inténtelo de nuevo.')
  expect(readHeading()).toBe('No pudimos cargar esta página')
  expect(ports.page.reloads()).toBe(0)
  await press('Reintentar')
  expect(await field('Usuario')).toBeTruthy()
})
