import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ImcPorts } from '#src/application/imc/ports.ts'
import { NO_GOVERNANCE } from '#src/domain/imc/governance/governance.ts'
import { getRow, openImc } from '#tests/ui/imc/imc-portal.tsx'

const PATH = '/imc/Revision'

/** The clock of these tests stands in November. */
const turnOn = (ports: ImcPorts, reviewMonth = 11) => {
  void ports.governance.save({ ...NO_GOVERNANCE, yearlyReview: true, reviewMonth }, 0)
  return {}
}

const pressIn = (row: string, name: string) =>
  act(async () => fireEvent.click(within(getRow(row)).getByRole('button', { name })))

test('each screen is kept or released with one click; a kept one can be taken back (D110)', async () => {
  await openImc({ path: PATH, imc: turnOn })
  await screen.findByText('Revisadas 0 de 19.')
  await pressIn('Beatriz Londoño Ruiz', 'Conservar')
  await screen.findByText('Revisadas 1 de 19.')
  expect(getRow('Beatriz Londoño Ruiz').textContent).toContain('Se conservaPaula Ibáñez Cárdenas, 21 nov 2026')
  await pressIn('Beatriz Londoño Ruiz', 'Deshacer')
  await screen.findByText('Revisadas 0 de 19.')
  await pressIn('Beatriz Londoño Ruiz', 'Desvincular')
  await screen.findByText('Revisadas 1 de 19.')
  await waitFor(() => expect(getRow('Beatriz Londoño Ruiz').textContent).toContain('Desvinculación solicitada'))
  expect(within(getRow('Beatriz Londoño Ruiz')).queryByRole('button')).toBeNull()
})

test('a review that is not open says when the next one is; without the rule, where to turn it on (D110)', async () => {
  await openImc({ path: PATH, imc: (ports) => turnOn(ports, 3) })
  expect(await screen.findByText('La próxima revisión será del 1 mar 2027 al 31 mar 2027.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('an entity without a review reads that it is off (D110)', async () => {
  await openImc({ path: PATH })
  expect(await screen.findByText(/no tiene revisión anual/)).toBeTruthy()
})
