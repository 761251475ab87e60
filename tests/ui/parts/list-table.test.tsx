import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Link } from 'wouter'

import { createListView } from '#src/application/platform/list.ts'
import type { ListRules } from '#src/domain/list.ts'
import { Chip } from '#src/ui/parts/chip.tsx'
import { type ListColumn, ListTable } from '#src/ui/parts/list-table.tsx'
import { getButton, press, renderPart } from '#tests/ui/parts/parts.tsx'

interface User {
  readonly id: string
  readonly name: string
  readonly active: boolean
}

const RULES: ListRules<User, 'name'> = {
  toId: ({ id }) => id,
  toTexts: ({ name }) => [name],
  columns: ['name'],
  toKey: ({ name }) => name,
  filters: {
    estado: {
      values: ['todos', 'activos', 'inactivos'],
      accepts: ({ active }, value) => value === 'todos' || active === (value === 'activos'),
    },
  },
  pageSize: 2,
}

const USERS: readonly User[] = [
  { id: '1', name: 'Óscar Ñungo', active: true },
  { id: '2', name: 'Ana Paz', active: false },
  { id: '3', name: 'César Niño', active: true },
]

const COLUMNS: readonly ListColumn<User>[] = [
  { id: 'name', title: 'Nombre', isRowHeading: true, cell: ({ name }) => name },
  { id: 'active', title: 'Activo', cell: ({ active }) => (active ? 'Activo' : 'Inactivo') },
]

const isPhone = vi.fn(() => false)
beforeEach(() => {
  isPhone.mockReturnValue(false)
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone(), addEventListener() {}, removeEventListener() {} }))
})

type Options = Partial<Parameters<typeof ListTable<User, 'name'>>[0]>

function openList(rows: readonly User[] | null = USERS, options: Options = {}) {
  const list = createListView(RULES)
  list.setRows(rows)
  const onDownload = vi.fn<(rows: readonly User[]) => void>()
  const renderTable = (changes: Options = {}) => (
    <ListTable
      list={list}
      caption="Usuarios"
      names={{ one: 'usuario', many: 'usuarios' }}
      columns={COLUMNS}
      sortableColumns={RULES.columns}
      toId={RULES.toId}
      toName={({ name }) => name}
      toRecord={({ name, active }) => ({
        title: name,
        status: (
          <Chip tone="muted" disc="none">
            {active ? 'Activo' : 'Inactivo'}
          </Chip>
        ),
        detail: 'usuario',
      })}
      skeletonRows={3}
      empty={<p>Aún no ha creado usuarios</p>}
      search="Buscar por Nombre"
      filters={[
        {
          name: 'estado',
          label: 'Estado',
          choices: [
            ['todos', 'Todos'],
            ['activos', 'Activos'],
            ['inactivos', 'Inactivos'],
          ],
        },
      ]}
      actions={({ name }) => <button type="button">Editar {name}</button>}
      bulkActions={(ids) => <span>{ids.join(' ')}</span>}
      onDownload={onDownload}
      {...options}
      {...changes}
    />
  )
  const { portal, rerender } = renderPart(renderTable())
  return { list, onDownload, portal, show: (changes: Options) => rerender(renderTable(changes)) }
}

const readNames = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
const getHeading = (name: string) => screen.getByRole('columnheader', { name })
const typeSearch = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
const getCheckbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('a table has a caption and shows its first page and the range of its rows', () => {
  openList()
  expect(screen.getByRole('table', { name: 'Usuarios' })).toBeTruthy()
  expect(readNames()).toEqual(['Óscar Ñungo', 'Ana Paz'])
  const count = screen.getByText('1–2 de 3 usuarios')
  expect(count.getAttribute('aria-live')).toBe('polite')
})

test('the pager shows the next and the previous page and does not lose the focus on the last page', () => {
  openList()
  expect(getButton('Página anterior').getAttribute('aria-disabled')).toBe('true')
  getButton('Página siguiente').focus()
  fireEvent.click(getButton('Página siguiente'))
  expect(readNames()).toEqual(['César Niño'])
  expect(screen.getByText('3–3 de 3 usuarios')).toBeTruthy()
  expect(document.activeElement).toBe(getButton('Página siguiente'))
  fireEvent.click(getButton('Página siguiente'))
  expect(readNames()).toEqual(['César Niño'])
  fireEvent.click(getButton('Página anterior'))
  expect(readNames()).toEqual(['Óscar Ñungo', 'Ana Paz'])
})

test('a heading sorts ascending, then descending, then restores the order, and announces the order', () => {
  const { portal } = openList()
  const readAnnouncement = () => portal.announcer.getSnapshot().text
  expect(getHeading('Nombre').hasAttribute('aria-sort')).toBe(false)
  fireEvent.click(getButton('Nombre'))
  expect([getHeading('Nombre').getAttribute('aria-sort'), readNames()[0]]).toEqual(['ascending', 'Ana Paz'])
  expect(readAnnouncement()).toBe('Ordenado por Nombre, de menor a mayor')
  fireEvent.click(getButton('Nombre'))
  expect([getHeading('Nombre').getAttribute('aria-sort'), readNames()[0]]).toEqual(['descending', 'Óscar Ñungo'])
  expect(readAnnouncement()).toBe('Ordenado por Nombre, de mayor a menor')
  fireEvent.click(getButton('Nombre'))
  expect(getHeading('Nombre').hasAttribute('aria-sort')).toBe(false)
  expect(readAnnouncement()).toBe('Orden original')
  expect(within(getHeading('Activo')).queryByRole('button')).toBeNull()
})

test('the search ignores case and accents, and a filter is a radio group', () => {
  openList()
  typeSearch('NINO')
  expect(readNames()).toEqual(['César Niño'])
  typeSearch('')
  const states = within(screen.getByRole('radiogroup', { name: 'Estado' }))
  fireEvent.click(states.getByRole('radio', { name: 'Inactivos' }))
  expect(readNames()).toEqual(['Ana Paz'])
  expect(states.getByRole<HTMLInputElement>('radio', { name: 'Inactivos' }).checked).toBe(true)
})

test('a search without results shows a text and a button that removes the filters', async () => {
  openList()
  typeSearch('zapata')
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText('Ningún resultado contiene «zapata»')).toBeTruthy()
  expect(screen.getByText('0 usuarios')).toBeTruthy()
  await press('Quitar filtros')
  expect(readNames()).toHaveLength(2)
})

test('the bulk bar counts rows selected one by one, by page and over pages', async () => {
  openList()
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  fireEvent.click(getCheckbox('Seleccionar Ana Paz'))
  expect(getCheckbox('Seleccionar toda la página').indeterminate).toBe(true)
  expect(region.textContent).toBe('1 usuario seleccionado')
  fireEvent.click(getCheckbox('Seleccionar toda la página'))
  fireEvent.click(getButton('Página siguiente'))
  expect(getCheckbox('Seleccionar toda la página').checked).toBe(false)
  fireEvent.click(getCheckbox('Seleccionar César Niño'))
  expect(screen.getByText('3 usuarios seleccionados')).toBeTruthy()
  expect(screen.getByText('2 1 3')).toBeTruthy()
  await press('Quitar selección')
  expect(screen.queryByText(/seleccionado/)).toBeNull()
})

test('a download contains the matching rows of every page in the sorted order', async () => {
  const { onDownload } = openList()
  fireEvent.click(getButton('Nombre'))
  await press('Descargar CSV')
  expect(onDownload.mock.lastCall?.[0].map(({ id }) => id)).toEqual(['2', '3', '1'])
  typeSearch('zapata')
  expect(getButton('Descargar CSV').disabled).toBe(true)
})

test('a table without loaded rows is busy, reserves its height and disables the download', () => {
  openList(null)
  expect(screen.getAllByRole('row')).toHaveLength(4)
  expect(screen.getByRole('table').closest('[aria-busy="true"]')).toBeTruthy()
  expect(getButton('Descargar CSV').disabled).toBe(true)
  expect(screen.queryByText(/de \d/)).toBeNull()
})

test('an empty list shows a hint and no pager', () => {
  openList([])
  expect(screen.getByText('Aún no ha creado usuarios')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Página siguiente' })).toBeNull()
})

test('a failed list shows its reason and a retry button', async () => {
  const onRetry = vi.fn<() => void>()
  openList(null, { failure: { title: 'Ha ocurrido un error', text: 'Comuníquese con soporte.', onRetry } })
  expect(screen.getByRole('group', { name: 'Ha ocurrido un error' })).toBeTruthy()
  await press('Reintentar')
  expect(onRetry).toHaveBeenCalledOnce()
})

test('the row with the current id is marked as current', () => {
  openList(USERS, { currentId: '2' })
  expect(screen.getByRole('row', { current: true }).textContent).toContain('Ana Paz')
})

test('a narrow page shows the rows as records with the same actions and selection', () => {
  isPhone.mockReturnValue(true)
  const { list } = openList(USERS, { currentId: '1' })
  expect(screen.queryByRole('table')).toBeNull()
  const records = within(screen.getByRole('list', { name: 'Usuarios' })).getAllByRole('listitem')
  expect(records.map((record) => record.textContent)).toEqual([
    'Óscar ÑungoActivousuarioEditar Óscar Ñungo',
    'Ana PazInactivousuarioEditar Ana Paz',
  ])
  expect(records[0]?.getAttribute('aria-current')).toBe('true')
  fireEvent.click(getCheckbox('Seleccionar Ana Paz'))
  expect([...list.getSnapshot().selection]).toEqual(['2'])
})

test('a press anywhere on a record follows the link of its title, but not on a control or a selected text (D98)', () => {
  isPhone.mockReturnValue(true)
  const onFollow = vi.fn<() => void>()
  openList(USERS, {
    toRecord: ({ id, name }) => ({
      title:
        id === '1' ? (
          <Link href="/uno" onClick={onFollow}>
            {name}
          </Link>
        ) : (
          name
        ),
      detail: `detalle de ${name}`,
    }),
  })
  fireEvent.click(screen.getByText('detalle de Óscar Ñungo'))
  expect(onFollow).toHaveBeenCalledOnce()
  fireEvent.click(getButton('Editar Óscar Ñungo'))
  fireEvent.click(getCheckbox('Seleccionar Óscar Ñungo'))
  // A record without a link has no detail.
  fireEvent.click(screen.getByText('detalle de Ana Paz'))
  expect(onFollow).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('link', { name: 'Óscar Ñungo' }))
  expect(onFollow).toHaveBeenCalledTimes(2)
  getSelection()?.selectAllChildren(screen.getByText('detalle de Óscar Ñungo'))
  fireEvent.click(screen.getByText('detalle de Óscar Ñungo'))
  expect(onFollow).toHaveBeenCalledTimes(2)
  getSelection()?.removeAllRanges()
})

test('new rows do not change page and selection', () => {
  const { list } = openList()
  fireEvent.click(getCheckbox('Seleccionar Ana Paz'))
  fireEvent.click(getButton('Página siguiente'))
  act(() => list.setRows(USERS.map((user) => ({ ...user, active: true }))))
  expect(readNames()).toEqual(['César Niño'])
  expect(screen.getByText('1 usuario seleccionado')).toBeTruthy()
})

test('an expansion opens under its row, and under its record on a phone', () => {
  const renderExpansion = ({ id }: User) => (id === '2' ? <p>Detalle de Ana</p> : null)
  openList(USERS, { expansion: renderExpansion })
  const [, , row, expanded] = screen.getAllByRole('row')
  expect(row?.textContent).toContain('Ana Paz')
  expect(expanded?.textContent).toBe('Detalle de Ana')
  expect(expanded?.querySelectorAll('td')).toHaveLength(1)
  cleanup()
  isPhone.mockReturnValue(true)
  openList(USERS, { expansion: renderExpansion })
  expect(screen.getAllByRole('listitem')[1]?.textContent).toContain('Detalle de Ana')
})

test('a record can have other actions than its table row', () => {
  const options: Options = {
    recordActions: ({ name }) => <button type="button">Abrir {name}</button>,
  }
  openList(USERS, options)
  expect(screen.queryByRole('button', { name: 'Abrir Ana Paz' })).toBeNull()
  cleanup()
  isPhone.mockReturnValue(true)
  openList(USERS, options)
  expect(getButton('Abrir Ana Paz')).toBeTruthy()
})
