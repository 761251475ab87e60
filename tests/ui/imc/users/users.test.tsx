import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import type { DocumentType } from '#src/domain/imc/users/document-types.ts'
import { err, ok } from '#src/domain/result.ts'
import { getButton, getRow, openImc, openUsers, press, readDescription, type } from '#tests/ui/imc/imc-portal.tsx'
import { pressKey } from '#tests/ui/parts/parts.tsx'

afterEach(() => vi.restoreAllMocks())

const readNames = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

test('state filter and search filter the rows and change the address', async () => {
  const portal = await openUsers()
  expect(screen.getByText('25 usuarios de la entidad, 23 activos')).toBeTruthy()
  const group = within(screen.getByRole('radiogroup', { name: 'Estado' }))
  await act(async () => fireEvent.click(group.getByRole('radio', { name: 'Inactivos' })))
  expect(readNames()).toEqual(['Esteban Muñoz Tirado', 'Leonardo Acuña Vélez'])
  await act(async () => portal.clock.advance(1000))
  expect(portal.history().at(-1)).toBe('/imc/MisUsuarios?estado=inactivos')
  await act(async () => fireEvent.click(group.getByRole('radio', { name: 'Todos' })))
  const search = screen.getByRole('searchbox', { name: 'Buscar por Nombre' })
  await act(async () => fireEvent.change(search, { target: { value: 'NINO' } }))
  expect(readNames()).toEqual(['César Augusto Niño'])
  await act(async () => portal.clock.advance(1000))
  expect(portal.history().at(-1)).toBe('/imc/MisUsuarios?buscar=NINO')
})

test('the address restores filter, search and order of the list', async () => {
  await openImc({ path: '/imc/MisUsuarios?estado=activos&buscar=iv%C3%A1n&orden=-nombre' })
  await screen.findByRole('rowheader', { name: 'Iván Echavarría' })
  expect(readNames()).toEqual(['Óscar Iván Riaño', 'Iván Echavarría'])
})

test('the reader chooses the rows per page, which the address and the browser keep (D98)', async () => {
  const portal = await openUsers()
  const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Filas por página' })
  expect([field.value, [...field.options].map(({ text }) => text)]).toEqual(['40', ['10', '25', '40', '50', '100']])
  await act(async () => fireEvent.change(field, { target: { value: '10' } }))
  expect(readNames()).toHaveLength(10)
  expect(screen.getByText('1–10 de 25 usuarios').getAttribute('aria-live')).toBe('polite')
  await act(async () => portal.clock.advance(1000))
  expect(portal.history().at(-1)).toBe('/imc/MisUsuarios?filas=10')
  expect(portal.imc.pageSizes.read('usuarios')).toBe(10)
  // A link of the menu has no size: the browser's choice holds.
  await portal.navigate('/imc/MisUsuarios')
  expect(readNames()).toHaveLength(10)
  await portal.navigate('/imc/MisUsuarios?filas=7')
  expect(readNames()).toHaveLength(10)
  await portal.navigate('/imc/MisUsuarios?filas=40')
  expect(readNames()).toHaveLength(25)
})

test('the name of a user with screens links to the screens', async () => {
  const portal = await openUsers()
  expect(within(getRow('César Augusto Niño')).queryByRole('link')).toBeNull()
  const link = within(getRow('Andrés Camilo Peñuela')).getByRole('link')
  expect(link.getAttribute('href')).toBe('/imc/MisProductos/Detalles/SubDetalles/usr-andina-operador')
  await act(async () => fireEvent.click(link))
  expect(portal.imc.imcSession.readChosenSubscription()).toEqual({ packageId: 'paq-usd-pro', number: '004512' })
})

test('a disabled Desactivar shows its reason, also to screen readers', async () => {
  await openUsers()
  const disabledButton = getButton('Desactivar', getRow('Andrés Camilo Peñuela'))
  expect(disabledButton.getAttribute('aria-disabled')).toBe('true')
  expect(disabledButton.title).toBe('Desvincule primero su pantalla.')
  expect(readDescription(disabledButton)).toBe('Andrés Camilo Peñuela Desvincule primero su pantalla.')
  await press('Desactivar', getRow('Andrés Camilo Peñuela'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByText('Desvincule primero su pantalla.', { selector: 'b' })).toBeTruthy()
  expect(readDescription(getButton('Desactivar', getRow('Fabiola Quiñones')))).toContain(
    'El usuario tiene una solicitud en curso.',
  )
  expect(within(getRow('Paula Ibáñez Cárdenas')).queryByRole('button', { name: /activar/i })).toBeNull()
})

test('an edit conflict shows the change of the other administrator, and the second press saves', async () => {
  const portal = await openUsers()
  await press('Editar', getRow('César Augusto Niño'))
  await type('Teléfono', '6015550143')
  const user = await portal.imc.users.find('usr-andina-cnino')
  if (!user.ok) throw new Error(user.error.kind)
  await portal.imc.users.edit(user.value, { ...user.value, position: 'Jefe de mesa' })
  await press('Guardar', screen.getByRole('dialog'))
  await screen.findByText(
    /Paula Ibáñez Cárdenas cambió este usuario mientras usted lo editaba\. Lo que usted escribió sigue aquí/,
  )
  expect(screen.getByLabelText<HTMLInputElement>('Cargo').value).toBe('Jefe de mesa')
  expect(screen.getByLabelText<HTMLInputElement>('Teléfono').value).toBe('6015550143')
  await press('Guardar', screen.getByRole('dialog'))
  await screen.findByText('Los datos han sido editados')
  expect(await portal.imc.users.find('usr-andina-cnino')).toMatchObject({
    value: { position: 'Jefe de mesa', telephone: '6015550143' },
  })
})

test('Desactivar shows a confirmation, then the result and the new state', async () => {
  await openUsers()
  await press('Desactivar', getRow('César Augusto Niño'))
  const dialog = await screen.findByRole('alertdialog', { name: '¿Estás seguro(a)?' })
  expect(dialog.textContent).toContain('Estás a punto de desactivar al usuario César Augusto Niño')
  await press('Desactivar', dialog)
  expect(await screen.findByText('Desactivado!!!')).toBeTruthy()
  await waitFor(() => expect(getButton('Activar', getRow('César Augusto Niño'))).toBeTruthy())
})

test('one confirmation deactivates several users and shows a result for each', async () => {
  await openUsers()
  for (const name of ['César Augusto Niño', 'Iván Echavarría', 'Andrés Camilo Peñuela']) {
    await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: `Seleccionar ${name}` })))
  }
  await press('Desactivar seleccionados')
  const dialog = await screen.findByRole('alertdialog')
  const listItems = () =>
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(dialog.textContent).toContain('Estás a punto de desactivar a 2 usuarios')
  expect(listItems()).toContain('Andrés Camilo Peñuela operadorNo se incluye: Desvincule primero su pantalla.')
  await press('Desactivar', dialog)
  await waitFor(() => expect(listItems()).toContain('César Augusto Niño cninoHecho'))
  expect(document.activeElement).toBe(getButton('Terminar', dialog))
  await press('Terminar', dialog)
  // The button that opened the dialog was removed with the selection.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Buscar por Nombre' })))
  expect(screen.getByText('2 usuarios desactivados, 1 sin cambio')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Desactivar seleccionados' })).toBeNull()
})

test('the CSV file has the matching rows, semicolons and a byte order mark', async () => {
  const { ports } = await openUsers({ path: '/imc/MisUsuarios?buscar=Niño' })
  await press('Descargar CSV')
  const [file] = ports.downloads.files()
  expect(file?.name).toBe('usuarios-2026-11-21.csv')
  expect(file?.text.startsWith('\uFEFFNombre;Usuario;Rol;')).toBe(true)
  expect(file?.text.split('\r\n')[1]).toMatch(/^César Augusto Niño;cnino;usuario;;Disponible;Activo;No;/)
})

test('a failed load of the users shows the support text and can be retried', async () => {
  let isFailing = true
  await openImc({
    imc: ({ users }) => ({
      users: {
        ...users,
        list: (signal) =>
          isFailing
            ? Promise.resolve(err({ kind: 'server-error' as const, status: 500, message: 'stack' }))
            : users.list(signal),
      },
    }),
  })
  const errorGroup = await screen.findByRole('group', { name: 'Ha ocurrido un error' })
  expect(errorGroup.textContent).toContain('Error en el servidor, por favor comuniquese con el equipo de soporte')
  isFailing = false
  await press('Reintentar', errorGroup)
  await screen.findByRole('rowheader', { name: 'César Augusto Niño' })
})

test('a list of users that times out does not speak of typed text', async () => {
  await openImc({ imc: ({ users }) => ({ users: { ...users, list: async () => err({ kind: 'timeout' as const }) } }) })
  const errorGroup = await screen.findByRole('group', { name: 'Ha ocurrido un error' })
  expect(errorGroup.textContent).toContain('segundos')
  expect(errorGroup.textContent).not.toContain('sigue aquí')
})

test('a usuario sees the list without edit actions', async () => {
  await openUsers({ username: 'operador' })
  expect(screen.queryByRole('button', { name: 'Editar' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(getButton('Descargar CSV')).toBeTruthy()
})

const chooseRadio = (group: string, choice: string) =>
  act(async () =>
    fireEvent.click(within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name: choice })),
  )

const attachContract = async (name: string, size = 1_000) => {
  const input = await screen.findByLabelText<HTMLInputElement>('Contrato', { selector: 'input' })
  const file = new File([new Uint8Array(size)], name, { type: 'application/pdf' })
  await act(async () => fireEvent.change(input, { target: { files: [file] } }))
}

test('the list of users can retry the failed contract upload of a new administrator', async () => {
  const { office } = await openUsers()
  office.uploads.failNext('contrato.pdf', 1)
  await press('Crear Nuevo Usuario')
  const dialog = await screen.findByRole('dialog', { name: 'Crear Nuevo Usuario' })
  await screen.findByRole('radiogroup', { name: 'Rol' })
  await chooseRadio('Rol', 'administrador')
  await type('Nombre de usuario', 'mrojas')
  await type('Correo electrónico', 'mrojas@andina.example')
  await type('Documento', '1020304999')
  await type('Nombre', 'Marta Rojas Gil')
  await press('Guardar', dialog)
  expect(await screen.findByText('Por favor, seleccione un archivo antes de cargar.')).toBeTruthy()
  await attachContract('contrato.pdf')
  await press('Guardar', dialog)
  expect(await screen.findByText('Ha ocurrido un error al cargar el contrato.')).toBeTruthy()
  await press('Cerrar sin contrato', dialog)
  await screen.findByRole('rowheader', { name: /Marta Rojas Gil/ })
  expect(getRow('Marta Rojas Gil').textContent).toContain('Pendiente de contrato')

  await press('Cargar contrato', getRow('Marta Rojas Gil'))
  const contract = await screen.findByRole('dialog', { name: 'Cargar contrato' })
  await attachContract('contrato.pdf')
  await press('Cargar contrato', contract)
  expect(await screen.findByText('Contrato cargado.')).toBeTruthy()
  await waitFor(() => expect(getRow('Marta Rojas Gil').textContent).not.toContain('Pendiente de contrato'))
})

test('Enter in a closed list opens the list and does not send the form', async () => {
  await openUsers()
  await press('Crear Nuevo Usuario')
  const list = await screen.findByRole('button', { name: 'Tipo de documento' })
  await pressKey('Enter', list)
  await screen.findByRole('option', { name: 'Pasaporte' })
  expect(screen.queryByText('Los campos de Documento y Nombre son obligatorios')).toBeNull()
})

test('a form with errors focuses the first invalid field and shows what is missing', async () => {
  await openUsers()
  await press('Crear Nuevo Usuario')
  const dialog = await screen.findByRole('dialog', { name: 'Crear Nuevo Usuario' })
  await screen.findByRole('radiogroup', { name: 'Rol' })
  await press('Guardar', dialog)
  expect(await screen.findByText('El rol es obligatorio')).toBeTruthy()
  expect(screen.getByText('Los campos de Documento y Nombre son obligatorios')).toBeTruthy()
  expect(screen.getByText('Faltan 3 campos.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getAllByRole('radio', { name: 'administrador' })[0])
})

// "while typing, empty document number or name is refused" (§5)
test('an emptied document number or name shows its error while the field has the focus (§5)', async () => {
  await openUsers()
  await press('Crear Nuevo Usuario')
  await screen.findByRole('radiogroup', { name: 'Rol' })
  for (const label of ['Documento', 'Nombre']) {
    const field = screen.getByLabelText(label)
    field.focus()
    await type(label, '1')
    expect(screen.queryByText('Los campos obligatorios no pueden estar vacíos.')).toBeNull()
    await type(label, '')
    expect(await screen.findByText('Los campos obligatorios no pueden estar vacíos.')).toBeTruthy()
    expect(document.activeElement).toBe(field)
    await type(label, '2')
    await waitFor(() => expect(screen.queryByText('Los campos obligatorios no pueden estar vacíos.')).toBeNull())
  }
})

test('the errors above and below the form disappear while the user fills the missing fields', async () => {
  await openUsers()
  await press('Crear Nuevo Usuario')
  const dialog = await screen.findByRole('dialog', { name: 'Crear Nuevo Usuario' })
  await screen.findByRole('radiogroup', { name: 'Rol' })
  await press('Guardar', dialog)
  expect(await screen.findByText('Faltan 3 campos.')).toBeTruthy()
  await chooseRadio('Rol', 'usuario')
  expect(screen.getByText('Faltan 2 campos.')).toBeTruthy()
  await type('Documento', '1020304999')
  expect(screen.getByText('Falta 1 campo.')).toBeTruthy()
  expect(screen.getByText('Los campos de Documento y Nombre son obligatorios')).toBeTruthy()
  await type('Nombre', 'Marta Rojas Gil')
  expect(screen.queryByText('Los campos de Documento y Nombre son obligatorios')).toBeNull()
  expect(screen.queryByText(/^Faltan? /)).toBeNull()
})

test('a form whose role the user passes without a choice shows every error', async () => {
  await openUsers()
  await press('Crear Nuevo Usuario')
  const role = await screen.findByRole('radiogroup', { name: 'Rol' })
  await act(async () => fireEvent.blur(within(role).getByRole('radio', { name: 'usuario' })))
  expect(role.getAttribute('aria-invalid')).toBe('true')
  await press('Guardar', screen.getByRole('dialog', { name: 'Crear Nuevo Usuario' }))
  expect(await screen.findByText('Faltan 3 campos.')).toBeTruthy()
})

/** A document type that no component can render. */
const BROKEN_TYPE: DocumentType = {
  name: 'Cédula',
  get code(): string {
    throw new TypeError('broken')
  },
}

test('a second press of Crear Nuevo Usuario opens the form when the first opening failed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isBroken = true
  await openUsers({
    imc: ({ users }) => ({
      users: {
        ...users,
        async documentTypes(signal) {
          const result = await users.documentTypes(signal)
          return isBroken ? ok([BROKEN_TYPE]) : result
        },
      },
    }),
  })
  await press('Crear Nuevo Usuario')
  await screen.findByRole('group', { name: 'No pudimos mostrar esta sección' })
  isBroken = false
  await press('Crear Nuevo Usuario')
  await screen.findByRole('dialog', { name: 'Crear Nuevo Usuario' })
})

test('the edit form cannot change the e-mail and confirms the saved data', async () => {
  await openUsers()
  await press('Editar', getRow('Andrés Camilo Peñuela'))
  const dialog = await screen.findByRole('dialog', { name: 'Editar usuario' })
  await type('Cargo', 'Jefe de mesa')
  expect(within(dialog).queryByLabelText('Correo electrónico')).toBeNull()
  expect(dialog.textContent).toContain('operador@andina.example')
  await press('Guardar', dialog)
  expect(await screen.findByText('Los datos han sido editados')).toBeTruthy()
})

test('the page shows only the notice of the last action', async () => {
  await openUsers()
  const fillEditForm = async () => {
    await press('Editar', getRow('Andrés Camilo Peñuela'))
    const dialog = await screen.findByRole('dialog', { name: 'Editar usuario' })
    await type('Cargo', 'Jefe de mesa')
    return dialog
  }
  await press('Guardar', await fillEditForm())
  expect(await screen.findByText('Los datos han sido editados')).toBeTruthy()
  await press('Desactivar', getRow('Andrés Camilo Peñuela'))
  expect(screen.getByText('Desvincule primero su pantalla.', { selector: 'b' })).toBeTruthy()
  expect(screen.queryByText('Los datos han sido editados')).toBeNull()
  await press('Guardar', await fillEditForm())
  expect(await screen.findByText('Los datos han sido editados')).toBeTruthy()
  await press('Desactivar', getRow('César Augusto Niño'))
  await press('Desactivar', await screen.findByRole('alertdialog'))
  expect(await screen.findByText('Desactivado!!!')).toBeTruthy()
  await fillEditForm()
  expect(screen.queryByText('Desactivado!!!')).toBeNull()
})

test('a notice names its user, and disappears when it is closed or another row is selected', async () => {
  await openUsers()
  const explain = async () => {
    await press('Desactivar', getRow('Andrés Camilo Peñuela'))
    const notice = screen.getByText('Desvincule primero su pantalla.', { selector: 'b' }).closest('p')
    expect(notice?.textContent?.trim()).toMatch(/^Desvincule primero su pantalla\.\s+Andrés Camilo Peñuela$/)
    return notice
  }
  const closed = await explain()
  await press('Ocultar')
  expect(closed?.isConnected).toBe(false)
  const replaced = await explain()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar César Augusto Niño' }))
  expect(replaced?.isConnected).toBe(false)
})

test.each(['edit', 'contract'] as const)(
  'closing the dialog loads the list again when the request "%s" timed out',
  async (kind) => {
    let listCalls = 0
    await openUsers({
      imc: ({ users }) => ({
        users: {
          ...users,
          list: async (signal) => {
            listCalls += 1
            const list = await users.list(signal)
            return list.ok
              ? ok(list.value.map((user) => ({ ...user, contractPending: user.role === 'administrator' })))
              : list
          },
          edit: async () => err({ kind: 'timeout' }),
          uploadContract: async () => err({ kind: 'timeout' }),
        },
      }),
    })
    const before = listCalls
    if (kind === 'edit') {
      await press('Editar', getRow('Andrés Camilo Peñuela'))
      await type('Cargo', 'Jefe de mesa')
      await press('Guardar', await screen.findByRole('dialog'))
      expect(await screen.findByText('Error...')).toBeTruthy()
    } else {
      await press('Cargar contrato', getRow('Paula'))
      await attachContract('contrato.pdf')
      await press('Cargar contrato', await screen.findByRole('dialog'))
      expect(await screen.findByText('Ha ocurrido un error al cargar el contrato.')).toBeTruthy()
    }
    expect(listCalls).toBe(before)
    await press('Cancelar', await screen.findByRole('dialog'))
    await press('Descartar')
    await waitFor(() => expect(listCalls).toBe(before + 1))
  },
)

test('a form that was changed asks before it closes; one whose values are restored closes at once (D105)', async () => {
  await openUsers()
  await press('Crear Nuevo Usuario')
  const dialog = await screen.findByRole('dialog', { name: 'Crear Nuevo Usuario' })
  const pressEscape = () => act(async () => fireEvent.keyDown(document.activeElement ?? dialog, { key: 'Escape' }))
  await type('Nombre', 'Marta')
  await pressEscape()
  await press('Seguir editando')
  expect(screen.getByRole('dialog', { name: 'Crear Nuevo Usuario' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Marta')
  await type('Nombre', '')
  await pressEscape()
  expect(screen.queryByRole('dialog')).toBeNull()

  await press('Crear Nuevo Usuario')
  await screen.findByLabelText('Nombre')
  await type('Nombre', 'Marta')
  await press('Cancelar')
  await press('Descartar')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the search gets the focus when the focused button disappears', async () => {
  let isFailing = true
  await openImc({
    imc: ({ users }) => ({
      users: {
        ...users,
        list: (signal) => (isFailing ? Promise.resolve(err({ kind: 'timeout' })) : users.list(signal)),
      },
    }),
  })
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  isFailing = false
  await act(async () => retry.focus())
  await act(async () => fireEvent.click(retry))
  await screen.findByRole('rowheader', { name: /César Augusto Niño/ })
  const search = screen.getByRole('searchbox', { name: 'Buscar por Nombre' })
  expect(document.activeElement).toBe(search)
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar César Augusto Niño' })))
  const clearButton = getButton('Quitar selección')
  await act(async () => clearButton.focus())
  await act(async () => fireEvent.click(clearButton))
  expect(document.activeElement).toBe(search)
})
