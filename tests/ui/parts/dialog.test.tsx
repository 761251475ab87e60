import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { type MouseEvent, useState } from 'react'
import { expect, test, vi } from 'vitest'

import { ConfirmDialog } from '#src/ui/parts/confirm-dialog.tsx'
import { CloseButton, Dialog } from '#src/ui/parts/dialog.tsx'
import { getButton, press, pressKey, renderPart, stubResizeObserver } from '#tests/ui/parts/parts.tsx'

stubResizeObserver()

/** Like a link of the router, which prevents the click that it has handled. */
const preventDefault = (event: MouseEvent) => event.preventDefault()

interface Options {
  readonly dirty?: boolean
  readonly busy?: boolean
  readonly onLink?: (event: MouseEvent) => void
}

/** A button that opens a dialog with one field. */
function Form({ onClose, onLink = preventDefault, ...options }: Options & { readonly onClose: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      {open && (
        <Dialog
          title="Editar usuario"
          context="Diana Marcela Güiza"
          onClose={() => {
            onClose()
            setOpen(false)
          }}
          actions={
            <>
              <CloseButton>Cancelar</CloseButton>
              <button type="button">Guardar</button>
            </>
          }
          {...options}
        >
          <label>
            Nombre <input />
          </label>
          <a href="/ayuda" onClick={onLink}>
            Ayuda
          </a>
          <a href="/ayuda" target="_blank" onClick={preventDefault} rel="noopener">
            Ayuda en otra ventana
          </a>
        </Dialog>
      )}
    </>
  )
}

async function openForm(options: Options = {}) {
  const onClose = vi.fn<() => void>()
  renderPart(<Form onClose={onClose} {...options} />)
  getButton('Abrir').focus()
  await press('Abrir')
  return { onClose, dialog: await screen.findByRole('dialog', { name: 'Editar usuario' }) }
}

test('a dialog is modal, has its title as its name and gives the focus to its first field', async () => {
  const { dialog } = await openForm()
  expect(dialog.getAttribute('aria-modal')).toBe('true')
  expect(screen.getByText('Diana Marcela Güiza')).toBeTruthy()
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('textbox', { name: 'Nombre' }))
})

/** A dialog whose field appears when its data are loaded. */
function LoadedForm() {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <Dialog
      title="Editar usuario"
      onClose={() => undefined}
      actions={
        <button type="button" onMouseEnter={() => setLoaded(true)}>
          Cargar
        </button>
      }
    >
      {isLoaded && <input aria-label="Nombre" />}
    </Dialog>
  )
}

test('a field that appears while the dialog has the focus receives it', async () => {
  renderPart(<LoadedForm />)
  const dialog = await screen.findByRole('dialog')
  await expect.poll(() => document.activeElement).toBe(dialog)
  fireEvent.mouseEnter(getButton('Cargar'))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Nombre' }))
})

test('a field that appears later does not take the focus from a button', async () => {
  renderPart(<LoadedForm />)
  const dialog = await screen.findByRole('dialog')
  await expect.poll(() => document.activeElement).toBe(dialog)
  getButton('Cargar').focus()
  fireEvent.mouseEnter(getButton('Cargar'))
  expect(document.activeElement).toBe(getButton('Cargar'))
})

test('Esc closes a dialog and restores the focus', async () => {
  const { onClose } = await openForm()
  await pressKey('Escape')
  expect(onClose).toHaveBeenCalledOnce()
  await expect.poll(() => document.activeElement).toBe(getButton('Abrir'))
})

/** Clicks on the scrim. `detail` is the number of the click in a double click. */
async function clickScrim(scrim: HTMLElement, detail: number) {
  await act(async () => {
    fireEvent.pointerDown(scrim)
    fireEvent.mouseDown(scrim, { detail })
    fireEvent.pointerUp(scrim)
  })
}

test('a click on the scrim closes a dialog', async () => {
  const { onClose, dialog } = await openForm()
  await clickScrim(dialog, 1)
  expect(onClose).toHaveBeenCalledOnce()
})

test('the second click of a double click that opened a dialog does not close it', async () => {
  const { onClose, dialog } = await openForm()
  await clickScrim(dialog, 2)
  expect(onClose).not.toHaveBeenCalled()
  await clickScrim(dialog, 1)
  expect(onClose).toHaveBeenCalledOnce()
})

const getField = () => screen.getByRole('textbox', { name: 'Nombre' })

/** How a dialog is closed, and what has the focus when its question is answered. */
const CLOSINGS: readonly (readonly [string, (dialog: HTMLElement) => Promise<unknown>, () => HTMLElement])[] = [
  ['Esc', () => pressKey('Escape'), getField],
  ['the scrim', (dialog) => clickScrim(dialog, 1), getField],
  ['×', () => press('Cerrar'), () => getButton('Cerrar')],
  ['Cancelar', () => press('Cancelar'), () => getButton('Cancelar')],
]

test.each(CLOSINGS)('%s closes a dialog without changes at once (D105)', async (_, close) => {
  const { onClose, dialog } = await openForm()
  await close(dialog)
  expect(onClose).toHaveBeenCalledOnce()
})

test('Back asks before it closes a dirty dialog, each time, and leaves the page when nothing is dirty (D105)', async () => {
  history.pushState(null, '', '#antes')
  history.pushState(null, '', '#formulario')
  const { onClose } = await openForm({ dirty: true })
  for (const _ of ['first', 'second']) {
    history.back()
    await getQuestion()
    expect(location.hash).toBe('#formulario')
    await press('Seguir editando')
  }
  expect(onClose).not.toHaveBeenCalled()
  history.back()
  await getQuestion()
  await press('Descartar')
  expect(onClose).toHaveBeenCalledOnce()
})

test('a link to another screen asks before it leaves a dirty dialog, and goes on after the answer (D105)', async () => {
  const onLink = vi.fn<(event: MouseEvent) => void>(preventDefault)
  const { onClose } = await openForm({ dirty: true, onLink })
  const follow = (name: string, options?: MouseEventInit) =>
    act(async () => fireEvent.click(screen.getByRole('link', { name }), options))
  // A new tab or window leaves nothing.
  await follow('Ayuda', { ctrlKey: true })
  await follow('Ayuda en otra ventana')
  expect([onLink.mock.calls.length, screen.queryByRole('alertdialog')]).toEqual([1, null])
  await follow('Ayuda')
  await getQuestion()
  await press('Seguir editando')
  await follow('Ayuda')
  await getQuestion()
  expect([onLink.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0])
  await press('Descartar')
  expect([onLink.mock.calls.length, onClose.mock.calls.length]).toEqual([2, 1])
})

test('a link leaves a dialog without changes at once (D105)', async () => {
  const onLink = vi.fn<(event: MouseEvent) => void>(preventDefault)
  await openForm({ onLink })
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Ayuda' })))
  expect([onLink.mock.calls.length, screen.queryByRole('alertdialog')]).toEqual([1, null])
})

test('the browser asks before the tab of a dirty dialog is closed (D105)', async () => {
  const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(leave()).toBe(false)
  await openForm({ dirty: true })
  expect(leave()).toBe(true)
  cleanup()
  expect(leave()).toBe(false)
})

const getQuestion = () => screen.findByRole('alertdialog', { name: '¿Descartar los cambios?' })

test.each(CLOSINGS)(
  '%s asks before it closes a dirty dialog; Esc keeps editing (D105)',
  async (_, close, getFocused) => {
    const { onClose, dialog } = await openForm({ dirty: true })
    await expect.poll(() => document.activeElement).toBe(getField())
    await close(dialog)
    await getQuestion()
    await expect.poll(() => document.activeElement).toBe(getButton('Seguir editando'))
    await pressKey('Escape')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(getFocused())

    await close(dialog)
    await getQuestion()
    expect(onClose).not.toHaveBeenCalled()
    await press('Descartar')
    expect(onClose).toHaveBeenCalledOnce()
    await expect.poll(() => document.activeElement).toBe(getButton('Abrir'))
  },
)

test('the second click of a double click does not discard (D105)', async () => {
  const { onClose } = await openForm({ dirty: true })
  await press('Cancelar')
  await getQuestion()
  await act(async () => fireEvent.click(getButton('Descartar'), { detail: 2 }))
  expect(onClose).not.toHaveBeenCalled()
})

test('a busy dialog cannot be closed and its body is inert', async () => {
  const { onClose } = await openForm({ busy: true })
  await pressKey('Escape')
  await press('Cerrar')
  await press('Cancelar')
  expect(onClose).not.toHaveBeenCalled()
  expect(document.querySelector('[aria-busy="true"]')).toBeTruthy()
  expect(screen.getByText('Nombre').closest('[inert]')).toBeTruthy()
})

test('after a request the field that sent the form has the focus again', async () => {
  const form = (busy: boolean) => (
    <Dialog title="Editar usuario" busy={busy}>
      <input aria-label="Nombre" />
      <input aria-label="Correo" />
    </Dialog>
  )
  const { rerender } = renderPart(form(false))
  const field = await screen.findByRole('textbox', { name: 'Correo' })
  act(() => field.focus())
  rerender(form(true))
  // As browsers do with the focus of an inert element.
  act(() => field.blur())
  rerender(form(false))
  expect(document.activeElement).toBe(field)
})

async function openConfirmation(busy = false) {
  const [onConfirm, onCancel] = [vi.fn<() => void>(), vi.fn<() => void>()]
  await act(async () => {
    renderPart(
      <ConfirmDialog
        title="¿Estás seguro(a)?"
        action="Desactivar"
        danger
        busy={busy}
        onConfirm={onConfirm}
        onCancel={onCancel}
      >
        <p>Estás a punto de desactivar al usuario César Augusto Niño</p>
      </ConfirmDialog>,
    )
  })
  return { onConfirm, onCancel }
}

test('a confirmation is an alert dialog with the focus on Cancelar', async () => {
  const { onConfirm } = await openConfirmation()
  expect(screen.getByRole('alertdialog', { name: '¿Estás seguro(a)?' })).toBeTruthy()
  await expect.poll(() => document.activeElement).toBe(getButton('Cancelar'))
  await press('Desactivar')
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('Esc and Cancelar cancel a confirmation', async () => {
  const { onCancel } = await openConfirmation()
  await pressKey('Escape')
  await press('Cancelar')
  expect(onCancel).toHaveBeenCalledTimes(2)
})

test('a busy confirmation ignores presses', async () => {
  const { onConfirm, onCancel } = await openConfirmation(true)
  fireEvent.click(getButton('Desactivar'))
  fireEvent.click(getButton('Cancelar'))
  await pressKey('Escape')
  expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([0, 0])
})
