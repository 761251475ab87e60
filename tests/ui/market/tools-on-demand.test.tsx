import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createDeferred } from '#tests/support/deferred.ts'
import { getRegion, openPortal, REPLIES } from '#tests/ui/portal.tsx'

// Loads lazy code before the tests, because its first load is slow.
beforeAll(async () => {
  await import('#src/ui/market/demanded-tools.tsx')
})

/** Opens the home and the tools of its chart. */
async function openTools(isSignedIn = false) {
  const portal = await openPortal({ isSignedIn })
  const views = await portal.portal.loadMarket()
  const describePicture = vi.fn(() => '')
  const files = { describePicture, savePicture: () => {}, savePoints: () => {} }
  vi.spyOn(views, 'createChartFiles').mockReturnValue(files)
  const chart = getRegion('Gráfica')
  fireEvent.click(chart.getByRole('button', { name: 'Herramientas' }))
  const level = await chart.findByRole('button', { name: 'Nivel' })
  await expect.poll(() => document.activeElement).toBe(level)
  return { ...portal, chart, level, describePicture }
}

test('the tools take the focus when they are asked for, and not when they return with the next deals (D131)', async () => {
  const { chart, services, refresh } = await openTools()
  const link = screen.getByRole('link', { name: 'Ver precios' })
  act(() => link.focus())
  const { intraday } = REPLIES
  const none = new Float64Array(0)
  const empty = { ...intraday, value: { ...intraday.value, times: none, prices: none, amounts: none } }
  services.replies = { ...REPLIES, intraday: empty }
  await refresh()
  expect(chart.queryByRole('button', { name: 'Nivel' })).toBeNull()
  services.replies = REPLIES
  await refresh()
  expect(await chart.findByRole('button', { name: 'Nivel' })).toBeTruthy()
  expect(document.activeElement).toBe(link)
})

test('a chosen tool is left by keyboard, which then draws nothing (D131)', async () => {
  const { chart, level } = await openTools()
  fireEvent.click(level, { detail: 1 })
  expect(level.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(level, { detail: 0 })
  expect(level.getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(chart.getByRole('button', { name: 'Dibujos' }))
  expect(await screen.findByText(/^Aún no hay dibujos/)).toBeTruthy()
})

test('a picture of the home says for a client too that the data are late (D129)', async () => {
  const { chart, describePicture } = await openTools(true)
  fireEvent.click(chart.getByRole('button', { name: 'Descargar' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Imagen PNG' }))
  expect(describePicture).toHaveBeenCalledWith({ delay: 15, isSimulated: false })
})

/** Makes the page one of a phone. */
function stubPhone() {
  const original = window.matchMedia.bind(window)
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('max-width: 599')
      ? { ...original(query), matches: true, addEventListener() {}, removeEventListener() {} }
      : original(query),
  )
  onTestFinished(() => void vi.stubGlobal('matchMedia', original))
}

test.each([0, 1])('on a phone the press that loads the tools opens their menu (D131), detail %i', async (detail) => {
  stubPhone()
  await openPortal()
  const chart = getRegion('Gráfica')
  fireEvent.click(chart.getByRole('button', { name: 'Herramientas' }), { detail })
  expect(await chart.findByRole('menuitem', { name: 'Nivel' })).toBeTruthy()
  const menu = chart.getByRole('menu')
  await expect.poll(() => document.activeElement).toBe(menu)
  fireEvent.keyDown(menu, { key: 'Escape' })
  await expect.poll(() => document.activeElement).toBe(chart.getByRole('button', { name: 'Herramientas' }))
  expect(chart.queryByRole('menu')).toBeNull()
})

test('tools whose code arrives late do not take the focus from a field that the user chose meanwhile (D131)', async () => {
  stubPhone()
  const { portal } = await openPortal()
  const code = createDeferred()
  const loadMarket = portal.loadMarket.bind(portal)
  vi.spyOn(portal, 'loadMarket').mockImplementation(async () => {
    await code.promise
    return loadMarket()
  })
  const chart = getRegion('Gráfica')
  fireEvent.click(chart.getByRole('button', { name: 'Herramientas' }))
  const field = screen.getByRole('textbox', { name: 'Monto mínimo' })
  act(() => field.focus())
  code.resolve()
  await expect.poll(() => chart.queryByRole('button', { name: 'Herramientas', expanded: false })).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(chart.queryByRole('menu')).toBeNull()
})

test.each([
  ['without a connection', true],
  ['whose code does not arrive', false],
])('tools %s say so, keep the focus on their button, and open with the next press (D131)', async (_, isOffline) => {
  const { portal, setOnline } = await openPortal()
  const loadMarket = portal.loadMarket.bind(portal)
  const load = vi.spyOn(portal, 'loadMarket')
  if (isOffline) await setOnline(false)
  else load.mockRejectedValueOnce(new TypeError('gone')).mockImplementation(loadMarket)
  vi.spyOn(portal, 'loadCode').mockImplementation((loadPart) => loadPart())
  const chart = getRegion('Gráfica')
  const button = chart.getByRole('button', { name: 'Herramientas' })
  act(() => button.focus())
  fireEvent.click(button)
  expect(document.activeElement).toBe(button)
  expect(await screen.findByText(/^No pudimos cargar las herramientas de la gráfica\./)).toBeTruthy()
  expect(document.activeElement).toBe(button)
  // A browser never tries again to load code that it could not load.
  expect(load).toHaveBeenCalledTimes(isOffline ? 0 : 1)
  await setOnline(true)
  fireEvent.click(button)
  const level = await chart.findByRole('button', { name: 'Nivel' })
  await expect.poll(() => document.activeElement).toBe(level)
})
