import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { TOAST_KEY } from '#src/application/platform/notices.ts'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { LiveRegions } from '#src/ui/shell/live-regions.tsx'
import { getButton, press, pressKey, renderPart, stubResizeObserver } from '#tests/ui/parts/parts.tsx'

stubResizeObserver()

function Page({ onClose }: { readonly onClose: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      {isOpen && (
        <Dialog
          title="Crear alerta"
          onClose={() => {
            onClose()
            setOpen(false)
          }}
        >
          <input aria-label="Precio" />
        </Dialog>
      )}
      <LiveRegions />
    </>
  )
}

/** Opens a page with a toast that has a button. */
async function openToast() {
  const [run, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const { portal } = renderPart(<Page onClose={onClose} />)
  getButton('Abrir').focus()
  act(() => portal.toasts.show('Nivel borrado', { text: 'Deshacer', run }))
  return { portal, run, onClose }
}

const expectFocus = (find: () => HTMLElement) => expect.poll(() => document.activeElement).toBe(find())
const getUndo = () => getButton('Deshacer')
const getField = () => screen.getByRole('textbox', { name: 'Precio' })

async function openDialog() {
  await press('Abrir')
  await screen.findByRole('dialog', { name: 'Crear alerta' })
  await expectFocus(getField)
}

test.each([TOAST_KEY, 'Escape'])(
  'F6 moves the focus from a dialog to the button of a toast, and %s moves it back',
  async (key) => {
    const { onClose, run } = await openToast()
    await openDialog()
    await pressKey(TOAST_KEY)
    await expectFocus(getUndo)
    await pressKey(key)
    await expectFocus(getField)
    expect([getUndo().textContent, onClose.mock.calls, run.mock.calls]).toEqual(['Deshacer', [], []])
    await pressKey('Escape')
    expect(onClose).toHaveBeenCalledOnce()
    await expectFocus(() => getButton('Abrir'))
  },
)

test('the button of a toast runs once and leaves the focus where it was, in a dialog too', async () => {
  const { run, onClose, portal } = await openToast()
  await pressKey(TOAST_KEY)
  expect(document.activeElement).toBe(getUndo())
  await press('Deshacer')
  expect([run.mock.calls.length, screen.queryByRole('button', { name: 'Deshacer' })]).toEqual([1, null])
  expect(document.activeElement).toBe(getButton('Abrir'))
  await openDialog()
  act(() => portal.toasts.show('Nivel borrado', { text: 'Deshacer', run }))
  await pressKey(TOAST_KEY)
  await expectFocus(getUndo)
  await press('Deshacer')
  expect(run).toHaveBeenCalledTimes(2)
  await expectFocus(getField)
  expect(onClose).not.toHaveBeenCalled()
})

test('Esc moves the focus back after the user was in another window', async () => {
  await openToast()
  await openDialog()
  await pressKey(TOAST_KEY)
  await expectFocus(getUndo)
  // The browser takes the focus from the element and gives it back, from nowhere.
  act(() => {
    fireEvent.blur(getUndo())
    fireEvent.focus(getUndo())
  })
  await pressKey('Escape')
  await expectFocus(getField)
})

test('F6 stays a key of the browser while no toast has a button', async () => {
  const { portal } = renderPart(<Page onClose={() => undefined} />)
  const isTaken = () =>
    !document.body.dispatchEvent(new KeyboardEvent('keydown', { key: TOAST_KEY, bubbles: true, cancelable: true }))
  act(() => portal.toasts.show('Guardado'))
  expect(isTaken()).toBe(false)
  act(() => {
    portal.toasts.dismiss(1)
    portal.toasts.show('Nivel borrado', { text: 'Deshacer', run: () => undefined })
  })
  expect(isTaken()).toBe(true)
})
