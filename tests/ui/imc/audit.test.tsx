import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { openImc } from '#tests/ui/imc/imc-portal.tsx'

const person = () => screen.findByLabelText<HTMLInputElement>('Persona')

test('the filter is in the address, and the link of the menu clears it', async () => {
  const portal = await openImc({ path: '/imc/Auditoria?persona=paula' })
  expect((await person()).value).toBe('paula')
  await act(async () => fireEvent.change(await person(), { target: { value: 'andrés' } }))
  await act(async () => portal.clock.advance(1000))
  expect(portal.history().at(-1)).toBe('/imc/Auditoria?persona=andr%C3%A9s')
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Auditoría' })))
  await waitFor(async () => expect((await person()).value).toBe(''))
  expect(portal.history().at(-1)).toBe('/imc/Auditoria')
})
