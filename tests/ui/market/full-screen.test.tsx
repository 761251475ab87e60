import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { openPortal } from '#tests/ui/portal.tsx'
import { stubWindowWidth } from '#tests/ui/window-width.ts'

// Loads lazy code before the tests, because its first load is slow.
beforeAll(async () => {
  await import('#src/ui/market/market-screen.tsx')
  await import('#src/ui/market/chart-settings.tsx')
  await import('#src/ui/market/chart-tools.tsx')
  await import('#src/ui/market/desk/desk-screen.tsx')
})

const NO_EARLIER = 'No hay datos anteriores en este intervalo.'

test('the full screen shows the mounted chart with its earlier points, and returns it to the page (D132)', async () => {
  const { queries } = await openPortal({ path: '/dashboard/spot/?periodo=1m', isSignedIn: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Ver datos anteriores' }))
  await screen.findByText(NO_EARLIER)
  const region = screen.getByRole('region', { name: 'Gráfica' })
  const countLoads = () => queries.filter(({ name }) => name === 'periodChart').length
  const loads = countLoads()

  const button = await screen.findByRole('button', { name: 'Pantalla completa' })
  act(() => button.focus())
  fireEvent.click(button)
  const full = await screen.findByRole('dialog', { name: 'Dólar Spot' })
  expect(screen.getByRole('region', { name: 'Gráfica' })).toBe(region)
  expect(full.contains(region)).toBe(true)
  expect(screen.getByText(NO_EARLIER)).toBeTruthy()

  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('region', { name: 'Gráfica' })).toBe(region)
  expect(screen.getByText(NO_EARLIER)).toBeTruthy()
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Pantalla completa' }))
  expect(countLoads()).toBe(loads)
})

test('the focus returns to a field of the full screen from a dialog over it (D132)', async () => {
  await openPortal({ path: '/dashboard/spot/?periodo=1m', isSignedIn: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Pantalla completa' }))
  await screen.findByRole('dialog', { name: 'Dólar Spot' })
  const tool = screen.getByRole('button', { name: 'Dibujos' })
  act(() => tool.focus())
  fireEvent.click(tool)
  const list = await screen.findByRole('dialog', { name: 'Dibujos' })
  fireEvent.keyDown(list, { key: 'Escape' })
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Dibujos' })).toBeNull()
  await expect.poll(() => document.activeElement).toBe(tool)
  expect(screen.getByRole('dialog', { name: 'Dólar Spot' })).toBeTruthy()
})

test.each([
  ['on the page', false],
  ['on the full screen', true],
])('a drawing that was removed in its dialog %s is restored by the toast over it (D131)', async (_, isFull) => {
  await openPortal({ path: '/dashboard/spot/', isSignedIn: true })
  if (isFull) {
    fireEvent.click(await screen.findByRole('button', { name: 'Pantalla completa' }))
    await screen.findByRole('dialog', { name: 'Dólar Spot' })
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Dibujos' }))
  const list = within(await screen.findByRole('dialog', { name: 'Dibujos' }))
  fireEvent.change(list.getByRole('textbox', { name: 'Precio del nivel' }), { target: { value: '4.100' } })
  fireEvent.click(list.getByRole('button', { name: 'Agregar nivel' }))
  fireEvent.click(list.getByRole('button', { name: /^Borrar Nivel/ }))
  expect(list.queryByRole('button', { name: /^Borrar Nivel/ })).toBeNull()
  const undo = screen.getByRole('button', { name: 'Deshacer' })
  fireEvent.pointerDown(undo)
  fireEvent.click(undo)
  expect(list.getByRole('button', { name: /^Borrar Nivel/ })).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Dibujos' })).toBeTruthy()
})

test.each(['precios', 'velas'])(
  'a phone that is turned keeps the list of drawings and what is typed (D131), %s',
  async (name) => {
    const resize = stubWindowWidth(390)
    await openPortal({ path: `/dashboard/spot/?vista=${name}`, isSignedIn: true })
    fireEvent.click(await screen.findByRole('button', { name: 'Herramientas' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Dibujos' }))
    const field = await screen.findByRole('textbox', { name: 'Precio del nivel' })
    fireEvent.change(field, { target: { value: '4.1' } })
    resize(844)
    expect(await screen.findByRole('button', { name: 'Descargar', hidden: true })).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Precio del nivel' })).toBe(field)
    expect(field).toHaveProperty('value', '4.1')
    fireEvent.keyDown(field, { key: 'Escape' })
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Dibujos' })).toBeNull()
  },
)

test('the full screen stays when the window gets the width of a desk, which the page has after it (D128, D132)', async () => {
  const resize = stubWindowWidth(1440)
  await openPortal({ path: '/dashboard/spot/?periodo=1m', isSignedIn: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Pantalla completa' }))
  await screen.findByRole('dialog', { name: 'Dólar Spot' })
  const region = screen.getByRole('region', { name: 'Gráfica' })
  resize(1920)
  expect(screen.getByRole('dialog', { name: 'Dólar Spot' }).contains(region)).toBe(true)
  expect(screen.queryByRole('button', { name: 'Organizar' })).toBeNull()
  // The window is as wide as before when the browser has left the full screen.
  resize(1440)
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('region', { name: 'Gráfica' })).toBe(region)
  resize(1920)
  expect(await screen.findByRole('button', { name: 'Organizar' })).toBeTruthy()
})
