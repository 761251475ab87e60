import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import type { ViewsGateway } from '#src/application/imc/ports.ts'
import { createSavedViews } from '#src/application/imc/saved-views.ts'
import { OPTIONAL_USER_COLUMNS, USER_RULES } from '#src/application/imc/users/users.ts'
import { parseHiddenColumns, writeHiddenColumns } from '#src/application/navigation/query.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { NewView, SavedView } from '#src/domain/imc/saved-views.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

const VIEW: SavedView = { id: 'vis-1', name: 'Zonas', query: '', shared: false, own: true }

function openViews(replies: readonly Result<readonly SavedView[], CallFailure>[] = []) {
  const sent: (readonly [view: NewView, key: string])[] = []
  const toasts: string[] = []
  const announced: string[] = []
  const waiting = [...replies]
  let keys = 0
  const reply = async () => waiting.shift() ?? ok([VIEW])
  const gateway: ViewsGateway = {
    list: async () => ok([VIEW]),
    save: (view, key) => {
      sent.push([view, key])
      return reply()
    },
    rename: reply,
    remove: reply,
  }
  const views = createSavedViews(
    {
      ...createMemoryPorts(),
      views: gateway,
      newKey: () => `key-${++keys}`,
      toasts: { show: (text) => void toasts.push(text) },
      announcer: { announce: (text) => void announced.push(text) },
    },
    { list: 'usuarios', rules: USER_RULES, optionalColumns: OPTIONAL_USER_COLUMNS, isAdministrator: true },
  )
  views.subscribe(() => {})
  return { views, sent, toasts, announced }
}

test('a view stands for search, filter, order and columns, without the page and its size', async () => {
  const { views, sent } = openViews()
  expect(
    await views.save('  Inactivos ', false, 'estado=inactivos&orden=-nombre&ocultas=perfil&pagina=3&filas=10'),
  ).toBe(true)
  expect(sent[0]?.[0].query).toBe('estado=inactivos&orden=-nombre&ocultas=perfil')
})

test('a view of known parts opens with them and is announced', () => {
  const { views, announced, toasts } = openViews()
  const query = 'buscar=ana&estado=inactivos&orden=-nombre&ocultas=perfil%2Crol'
  expect(new URLSearchParams(views.open({ ...VIEW, query })).get('estado')).toBe('inactivos')
  expect(announced).toEqual(['Vista Zonas'])
  expect(toasts).toEqual([])
})

test.each([
  ['a filter', 'zona=norte&estado=activos', 'estado=activos', 'zona'],
  ['a value', 'estado=dormidos', '', 'estado'],
  ['an order', 'orden=zona&estado=activos', 'estado=activos', 'orden'],
  ['a column', 'ocultas=zona', '', 'ocultas'],
])('a view with %s that no longer exists opens with the rest and says so', (_case, query, known, part) => {
  const { views, toasts } = openViews()
  expect(views.open({ ...VIEW, query })).toBe(known)
  expect(toasts).toEqual([`La vista Zonas tiene partes que ya no existen (${part}). Se abrió con las demás.`])
})

test('a lost reply is repeated under the same key, and another name gets another', async () => {
  const lost = err<CallFailure>({ kind: 'unreachable' })
  const { views, sent } = openViews([lost, lost])
  expect(await views.save('Uno', true, '')).toBe(false)
  expect(views.getSnapshot().error).not.toBeNull()
  await views.save('Uno', true, '')
  await views.save('Dos', true, '')
  expect(sent.map(([, key]) => key)).toEqual(['key-1', 'key-1', 'key-2'])
})

test('an empty name is refused without a call', async () => {
  const { views, sent } = openViews()
  expect(await views.save(' ', false, '')).toBe(false)
  expect(sent).toEqual([])
  expect(views.getSnapshot().error).toMatch(/Escriba un nombre/)
})

test('hidden columns are written into the query and read back; unknown ones are ignored', () => {
  const query = writeHiddenColumns('estado=activos', ['rol', 'perfil'])
  expect(parseHiddenColumns(query, OPTIONAL_USER_COLUMNS)).toEqual(['rol', 'perfil'])
  expect(parseHiddenColumns('ocultas=nombre,zona', OPTIONAL_USER_COLUMNS)).toEqual([])
  expect(writeHiddenColumns(query, [])).toBe('estado=activos')
})
