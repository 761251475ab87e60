import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { openImc } from '#tests/ui/imc/imc-portal.tsx'

const findPersonField = () => screen.findByLabelText<HTMLInputElement>('Persona')

test('the person filter is in the address, and the menu link clears the filter', async () => {
  const portal = await openImc({ path: '/imc/Auditoria?persona=paula' })
  expect((await findPersonField()).value).toBe('paula')
  const personField = await findPersonField()
  await act(async () => fireEvent.change(personField, { target: { value: 'andrés' } }))
  await act(async () => portal.clock.advance(1000))
  expect(portal.history().at(-1)).toBe('/imc/Auditoria?persona=andr%C3%A9s')
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Auditoría' })))
  await waitFor(async () => expect((await findPersonField()).value).toBe(''))
  expect(portal.history().at(-1)).toBe('/imc/Auditoria')
})

test('the audit starts with changes; logins are one choice away, and kept in the address (D104)', async () => {
  const portal = await openImc({ path: '/imc/Auditoria' })
  const choice = await screen.findByRole('radiogroup', { name: 'Registros' })
  expect(within(choice).getByRole<HTMLInputElement>('radio', { name: 'Cambios' }).checked).toBe(true)
  expect(screen.queryByRole('rowheader', { name: 'Inició sesión' })).toBeNull()
  await act(async () => fireEvent.click(within(choice).getByRole('radio', { name: 'Ingresos' })))
  await act(async () => portal.clock.advance(1000))
  expect((await screen.findAllByRole('rowheader', { name: 'Inició sesión' })).length).toBeGreaterThan(0)
  expect(portal.history().at(-1)).toBe('/imc/Auditoria?tipo=ingresos')
  await act(async () => fireEvent.click(within(choice).getByRole('radio', { name: 'Todo' })))
  await act(async () => portal.clock.advance(1000))
  expect(portal.history().at(-1)).toBe('/imc/Auditoria?tipo=todo')
})
