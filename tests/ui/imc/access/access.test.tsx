import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { getButton, getRow, openImc, press } from '#tests/ui/imc/imc-portal.tsx'

const PATH = '/imc/Accesos'
const OTHER = 'Helena Bermúdez Sáenz'

async function openAccess(options: Omit<Parameters<typeof openImc>[0] & object, 'path'> = {}) {
  const portal = await openImc({ path: PATH, ...options })
  await screen.findByRole('rowheader', { name: OTHER })
  return portal
}

test('the own row has no action, and another role only what it may have here (D111)', async () => {
  await openAccess()
  const own = getRow('Paula Ibáñez Cárdenas')
  expect(within(own).getByText('Usted')).toBeTruthy()
  expect(within(own).queryAllByRole('button')).toEqual([])
  const names = within(getRow('Andrés Camilo Peñuela'))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['Enviar clave temporal'])
})

test('an administrator is deactivated and activated, with a warning when one stays (D111)', async () => {
  const { portal, office } = await openAccess()
  const other = office.browser()
  await other.imcAuth.signIn({ entity: 'ANDINA', username: 'nuevo', password: DEMO_PASSWORD })
  await press('Desactivar', getRow(OTHER))
  const dialog = await screen.findByRole('alertdialog', { name: '¿Desactivar al administrador?' })
  expect(dialog.textContent).toContain(`${OTHER} no podrá ingresar`)
  expect(dialog.textContent).toContain('Usted queda como el único administrador que puede ingresar.')
  await press('Desactivar', dialog)
  expect(portal.toasts.getSnapshot().current?.text).toBe(`${OTHER} ya no puede ingresar.`)
  expect((await other.imcAuth.current()).ok && (await other.imcAuth.check()).ok).toBe(false)
  expect(await within(getRow(OTHER)).findByText('Inactivo')).toBeTruthy()
  expect(within(getRow(OTHER)).queryByRole('button', { name: 'Enviar clave temporal' })).toBeNull()
  await press('Activar', getRow(OTHER))
  await press('Activar', await screen.findByRole('alertdialog', { name: '¿Activar al administrador?' }))
  expect(await within(getRow(OTHER)).findByText('Clave temporal')).toBeTruthy()
})

test('a temporary password is sent after a confirmation that names the address and the end (D111)', async () => {
  const { portal } = await openAccess()
  await press('Enviar clave temporal', getRow('Andrés Camilo Peñuela'))
  const dialog = await screen.findByRole('alertdialog', { name: '¿Enviar una clave temporal?' })
  expect(dialog.textContent).toContain('recibirá en operador@andina.example una clave que vence en 24 horas')
  await press('Enviar clave temporal', dialog)
  expect(portal.toasts.getSnapshot().current?.text).toContain('va en un correo a operador@andina.example')
  const row = getRow('Andrés Camilo Peñuela')
  expect(await within(row).findByText('hasta 2026-11-22, 09:43:15')).toBeTruthy()
})

test('a refused change stays in the dialog with the reason, and the list is loaded again (D111)', async () => {
  const message = 'Es el único administrador que puede ingresar.'
  const loads: number[] = []
  await openAccess({
    imc: ({ access }) => ({
      access: {
        list: (signal) => {
          loads.push(1)
          return access.list(signal)
        },
        change: async () => ({ ok: false, error: { kind: 'rejected', status: 409, message } }),
      },
    }),
  })
  await press('Desactivar', getRow(OTHER))
  const dialog = await screen.findByRole('alertdialog')
  const before = loads.length
  await press('Desactivar', dialog)
  expect(within(dialog).getByText(message)).toBeTruthy()
  expect(loads.length).toBeGreaterThan(before)
  await press('Cancelar', dialog)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a usuario reads that only administrators see the accesses (D111)', async () => {
  await openImc({ path: PATH, username: 'operador' })
  expect(await screen.findByText('Solo los administradores ven los accesos.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Accesos' })).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
  expect(getButton('Buscar')).toBeTruthy()
})
