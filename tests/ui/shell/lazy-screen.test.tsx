import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { createClient } from '#tests/support/client.ts'
import { field, openAuth, press } from '#tests/ui/auth/auth-portal.tsx'

const heading = () => screen.getByRole('heading', { level: 1 }).textContent

test('a screen that is on its way has its main part and says so', async () => {
  await openAuth({ ports: { identity: () => new Promise(() => {}) } })
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true')
  expect(heading()).toBe('Cargando la página')
})

test('a screen that could not be fetched is told, and comes on a retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { identity } = createClient()
  const bring = vi.fn(async () => identity).mockRejectedValueOnce(new TypeError('offline'))
  await openAuth({ ports: { identity: bring } })
  expect((await screen.findByRole('alert')).textContent).toContain('Revise su conexión e inténtelo de nuevo.')
  expect(heading()).toBe('No pudimos cargar esta página')
  await press('Reintentar')
  expect(await field('Usuario')).toBeTruthy()
})
