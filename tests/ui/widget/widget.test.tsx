import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { openPortal } from '#tests/ui/portal.tsx'

test('the choices of the widget change the preview and the lines to copy', async () => {
  await openPortal({ path: '/widget/' })
  const lines = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Líneas para copiar' })
  expect(lines.value).toContain('/widget.js"></script>\n<mercado-dolar market="spot" theme="auto"></mercado-dolar>')
  fireEvent.click(screen.getByRole('radio', { name: 'Next day' }))
  fireEvent.click(
    within(screen.getByRole('radiogroup', { name: 'Tema del widget' })).getByRole('radio', { name: 'Oscuro' }),
  )
  expect(lines.value).toContain('<mercado-dolar market="nextday" theme="dark"></mercado-dolar>')
  const preview = document.querySelector('mercado-dolar')
  expect(preview?.getAttribute('market')).toBe('nextday')
  expect(preview?.getAttribute('theme')).toBe('dark')
})
