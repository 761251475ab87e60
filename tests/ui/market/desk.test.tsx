import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createMemorySettings } from '#src/adapters/memory/settings.ts'
import { CLIENT, openPortal } from '#tests/ui/portal.tsx'
import { stubWindowWidth } from '#tests/ui/window-width.ts'

// Loads lazy code before the tests, because its first load is slow.
beforeAll(async () => {
  await import('#src/ui/market/market-screen.tsx')
  await import('#src/ui/market/desk/desk-screen.tsx')
  await import('#src/ui/market/desk/desk-draft.tsx')
})

const click = (element: HTMLElement) => act(async () => void fireEvent.click(element))
const getButton = (name: string) => screen.getByRole('button', { name })
const listPanels = () => [...document.querySelectorAll('[data-panel]')].map((panel) => panel.getAttribute('data-panel'))

/** Opens a desk whose panel 'Noticias' was hidden without saving. */
async function openDraft() {
  const resize = stubWindowWidth(1920)
  const settings = createMemorySettings({ findClient: () => ({ id: CLIENT.id }) })
  const page = await openPortal({ path: '/dashboard/spot/', isSignedIn: true, settings })
  await expect.poll(() => screen.queryByRole('button', { name: 'Organizar' })).toHaveProperty('disabled', false)
  await click(getButton('Organizar'))
  await click(await screen.findByRole('button', { name: 'Ocultar Noticias' }))
  expect(listPanels()).not.toContain('news')
  return { ...page, resize }
}

const findQuestion = async () => within(await screen.findByRole('alertdialog', { name: '¿Descartar los cambios?' }))
const getStatistics = () => screen.getByRole<HTMLAnchorElement>('link', { name: 'Estadísticas' })

test('unsaved changes of a desk stay while its window is too narrow, and a sentence says so (D128)', async () => {
  const { resize } = await openDraft()
  resize(1440)
  await screen.findByText('Su mesa tiene cambios sin guardar. Amplíe la ventana para verlos y guardarlos.')
  expect(listPanels()).toEqual([])
  resize(1920)
  expect(await screen.findByRole('button', { name: 'Guardar mesa' })).toBeTruthy()
  expect(listPanels()).not.toContain('news')
  expect(screen.queryByText(/Su mesa tiene cambios sin guardar/)).toBeNull()
})

test('a link asks before it leaves unsaved changes of a desk, and goes on after the answer (D105, D128)', async () => {
  const { history } = await openDraft()
  await click(getStatistics())
  await click((await findQuestion()).getByRole('button', { name: 'Seguir editando' }))
  expect(history().at(-1)).toBe('/dashboard/spot/')
  expect(listPanels()).not.toContain('news')
  await click(getStatistics())
  await click((await findQuestion()).getByRole('button', { name: 'Descartar' }))
  expect(history().at(-1)).toBe('/dashboard/estadisticas/')
})

test('a desk without changes is left at once (D105, D128)', async () => {
  const { history } = await openDraft()
  await click(getButton('Restablecer'))
  await click(getStatistics())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(history().at(-1)).toBe('/dashboard/estadisticas/')
})

test('the focus moves to the last hidden panel when it is shown (D128)', async () => {
  await openDraft()
  const menu = getButton('Mostrar panel')
  act(() => menu.focus())
  fireEvent.keyDown(menu, { key: 'Enter' })
  const item = await screen.findByRole('menuitem', { name: 'Noticias' })
  await click(item)
  await expect.poll(() => document.activeElement).toBe(getButton('Mover Noticias'))
})

test('the focus stays on a button that shows the other hidden panels (D128)', async () => {
  await openDraft()
  await click(getButton('Ocultar Divisas'))
  fireEvent.keyDown(getButton('Mostrar panel'), { key: 'Enter' })
  await click(await screen.findByRole('menuitem', { name: 'Noticias' }))
  await expect.poll(() => document.activeElement).toBe(getButton('Mostrar panel'))
  const reset = getButton('Restablecer')
  act(() => reset.focus())
  await click(reset)
  expect(screen.queryByRole('button', { name: 'Mostrar panel' })).toBeNull()
  expect(document.activeElement).toBe(reset)
})

test('a panel that is dragged while the window gets too narrow is dropped (D128)', async () => {
  const { resize } = await openDraft()
  const grip = getButton('Mover Divisas')
  const grid = grip.closest('[data-panel]')?.parentElement
  if (grid) grid.setPointerCapture = () => undefined
  fireEvent.pointerDown(grip, { button: 0, pointerId: 1 })
  resize(1440)
  resize(1920)
  await screen.findByRole('button', { name: 'Guardar mesa' })
  const onKeyDown = vi.fn<(event: KeyboardEvent) => void>()
  document.addEventListener('keydown', onKeyDown)
  onTestFinished(() => document.removeEventListener('keydown', onKeyDown))
  // While a panel is held, Esc puts it back and reaches no other listener.
  fireEvent.keyDown(getButton('Guardar mesa'), { key: 'Escape' })
  expect(onKeyDown).toHaveBeenCalledOnce()
})

test('a question that changes which are stored meanwhile have answered does not come back (D128)', async () => {
  await openDraft()
  await click(getStatistics())
  const question = await findQuestion()
  expect(question.getByRole('button', { name: 'Seguir editando' })).toBeTruthy()
  await click(screen.getByRole('button', { name: 'Guardar mesa', hidden: true }))
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
  await click(getButton('Organizar'))
  await click(await screen.findByRole('button', { name: 'Ocultar Divisas' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
