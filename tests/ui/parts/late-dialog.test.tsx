import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { flushPromises } from '#tests/support/flush-promises.ts'

test('a closed dialog restores the focus of its opener, even if its code was loaded after the press', async () => {
  render(<button type="button">Solicitar</button>)
  const opener = screen.getByRole('button', { name: 'Solicitar' })
  opener.focus()
  const { Dialog } = await import('#src/ui/parts/dialog.tsx')
  const dialog = await act(async () =>
    render(
      <Dialog title="Solicitar Paquete" onClose={() => {}} actions={<button type="button">Desistir</button>}>
        <input aria-label="Cantidad" />
      </Dialog>,
    ),
  )
  expect((await screen.findByRole('dialog')).contains(document.activeElement)).toBe(true)
  await act(async () => dialog.unmount())
  await act(flushPromises)
  expect(document.activeElement).toBe(opener)
})
