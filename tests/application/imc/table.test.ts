import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createTableView } from '#src/application/imc/table.ts'
import { createToasts } from '#src/application/platform/notices.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { ListRules } from '#src/domain/list.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

interface Row {
  readonly id: string
  readonly name: string
}

const RULES: ListRules<Row, 'name'> = {
  toId: ({ id }) => id,
  toTexts: ({ name }) => [name],
  columns: ['name'],
  toKey: ({ name }) => name,
  filters: {},
  pageSize: 2,
}

const ROWS: readonly Row[] = [
  { id: '1', name: 'Óscar' },
  { id: '2', name: '=Ana' },
  { id: '3', name: 'César' },
]

function openTable(query = '') {
  const ports = createMemoryPorts()
  const toasts = createToasts()
  const replies: Result<readonly Row[], CallFailure>[] = []
  const table = createTableView(
    { ...ports, toasts, pageSizes: ports.imc.pageSizes },
    {
      source: { load: async () => replies.shift() ?? ok(ROWS), interval: 5 * SECOND_MS },
      rules: RULES,
      query,
      file: { name: 'filas', titles: ['Nombre'], toCells: ({ name }) => [name] },
    },
  )
  return { table, toasts, replies, ...ports }
}

test('the list shows the loaded rows that match the query', async () => {
  const { table } = openTable('?buscar=cesar')
  expect(table.list.getSnapshot().page).toBeNull()
  table.subscribe(() => {})
  await flushPromises()
  expect(table.list.getSnapshot().page?.rows).toEqual([ROWS[2]])
  expect(table.list.getSnapshot().total).toBe(3)
})

test('the list reloads after the interval, and a failed refresh preserves its rows', async () => {
  const { table, replies, clock } = openTable()
  table.subscribe(() => {})
  await flushPromises()
  replies.push(err({ kind: 'timeout' }), ok([{ id: '9', name: 'Nueva' }]))
  clock.advance(5 * SECOND_MS)
  await flushPromises()
  expect(table.getSnapshot().rows.failures).toBe(1)
  expect(table.list.getSnapshot().total).toBe(3)
  table.retry()
  await flushPromises()
  expect(table.list.getSnapshot().page?.rows).toEqual([{ id: '9', name: 'Nueva' }])
})

test('a download saves the given rows, escapes formulas and has the date of Bogotá in its name', async () => {
  const { table, downloads, toasts } = openTable()
  table.subscribe(() => {})
  await flushPromises()
  table.list.sort('name')
  table.download(table.list.matchingRows())
  const [file] = downloads.files()
  expect(file?.name).toBe('filas-2026-11-21.csv')
  expect(file?.text).toBe("\uFEFFNombre\r\n'=Ana\r\nCésar\r\nÓscar\r\n")
  expect(toasts.getSnapshot().current?.text).toBe('Se descargó filas-2026-11-21.csv, 3 filas')
  expect(table.getSnapshot().downloadFailed).toBe(false)
})

test('downloadFailed is true after a refused download until a download succeeds', async () => {
  const { table, downloads, toasts } = openTable()
  table.subscribe(() => {})
  await flushPromises()
  downloads.setAllowed(false)
  table.download(ROWS)
  expect(table.getSnapshot().downloadFailed).toBe(true)
  expect(toasts.getSnapshot().current).toBeNull()
  downloads.setAllowed(true)
  table.download(ROWS)
  expect(table.getSnapshot().downloadFailed).toBe(false)
})

test('each table stores its rows per page, and ignores a stored number that is no choice (D98)', async () => {
  const { table, imc } = openTable()
  table.subscribe(() => {})
  await flushPromises()
  expect(table.list.getSnapshot().pageSizes).toEqual([2, 10, 25, 50, 100])
  table.list.setPageSize(10)
  expect(imc.pageSizes.read('filas')).toBe(10)
  imc.pageSizes.write('filas', 11)
  table.list.applyQuery('')
  expect(table.list.getSnapshot().pageSize).toBe(2)
})
