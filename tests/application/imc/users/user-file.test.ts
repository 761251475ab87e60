import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createCsvReader } from '#src/adapters/system/csv-reader.ts'
import type { UsersGateway } from '#src/application/imc/ports.ts'
import { createUserFileView, type UserFileSnapshot } from '#src/application/imc/users/user-file.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { toCsv } from '#src/domain/csv.ts'
import type { BatchLoad, BatchOutcome, BatchRow } from '#src/domain/imc/users/user-batch.ts'
import { err, ok } from '#src/domain/result.ts'

const HEADING = 'Nombre;Usuario;Rol;Tipo de documento;Documento;Correo electrónico;Teléfono'
const person = (number: number) => `Ana Núñez;;usuario;CC;${number};;`
const peopleFile = (count: number) =>
  [HEADING, ...Array.from({ length: count }, (_, i) => person(1_000 + i))].join('\n')

const LOST: CallFailure = { kind: 'unreachable' }

interface Options {
  readonly check?: UsersGateway['checkBatch']
  readonly create?: UsersGateway['createBatch']
}

function openFile({ check, create }: Options = {}) {
  const created: number[] = []
  const keys: string[] = []
  const loads: BatchLoad[] = []
  const ports = createMemoryPorts()
  const toReady = ({ line }: BatchRow): BatchOutcome => ({ line, kind: 'ready' })
  const view = createUserFileView({
    ...ports,
    csv: createCsvReader(),
    newKey: () => 'key',
    toasts: { show: () => {} },
    users: {
      checkBatch: check ?? (async (rows) => ok(rows.map(toReady))),
      createBatch: async (batch, signal) => {
        const { rows, key } = batch
        keys.push(key)
        loads.push(batch.load)
        const reply = create ? await create(batch, signal) : ok<readonly BatchOutcome[]>([])
        if (create) return reply
        created.push(...rows.map(({ line }) => line))
        return ok(rows.map(({ line }) => ({ line, kind: 'created', username: `u${line}` }) as const))
      },
    },
  })
  view.subscribe(() => {})
  const waitFor = (step: UserFileSnapshot['step']) =>
    expect.poll(() => view.getSnapshot().step, { timeout: 20_000 }).toBe(step)
  async function load(content: string | Uint8Array<ArrayBuffer>, step: UserFileSnapshot['step'] = 'review') {
    view.choose(new File([content], 'personas.csv'))
    await waitFor('reading')
    await waitFor(step)
    return view.getSnapshot()
  }
  return { view, created, keys, loads, load, waitFor, downloads: ports.downloads }
}

async function refusals(content: string | Uint8Array<ArrayBuffer>) {
  const { view } = openFile()
  view.choose(new File([content], 'personas.csv'))
  await expect.poll(() => view.getSnapshot().refusals.length).toBeGreaterThan(0)
  return view.getSnapshot().refusals
}

const encode = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const utf16 = (text: string) => new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (c) => c.charCodeAt(0)).buffer)
const comma = (text: string) => text.replaceAll(';', ',')
const tab = (text: string) => text.replaceAll(';', '\t')

test.each([
  ['UTF-8 with semicolons', encode(peopleFile(1)), 'UTF-8, separado por punto y coma.'],
  ['UTF-8 with a mark and commas', encode(`\uFEFF${comma(peopleFile(1))}`), 'UTF-8, separado por comas.'],
  ['UTF-16 with tabs', utf16(tab(peopleFile(1))), 'UTF-16, separado por tabuladores.'],
  ['Windows-1252', latin(peopleFile(1)), 'Windows-1252, separado por punto y coma.'],
])('a file in %s is read and named', async (_case, content, note) => {
  const { load } = openFile()
  expect(await load(content)).toMatchObject({
    notes: [note],
    summary: '1 correcto, 0 rechazados',
    createText: 'Crear todos',
  })
})

test.each([
  ['empty', '', /está vacío/],
  ['only a heading', HEADING, /solo tiene los títulos/],
  ['an Excel file', Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0]), /libro de Excel/],
  ['binary', Uint8Array.from([1, 0, 2, 3, 4, 5, 6, 7, 8, 9]), /No es un archivo de texto/],
  ['broken quotes', `${HEADING}\n${person(1)}\n"Ana;x`, /comillas de la línea 3/],
  ['too large', 'x'.repeat(5_000_001), /más de 5 MB/],
  ['too many rows', peopleFile(10_001), /más de 10.000 filas/],
])('a file that is %s is refused with a sentence', async (_case, content, text) => {
  expect((await refusals(content))[0]).toMatch(text)
})

test('all wrong headings are named at once', async () => {
  expect(await refusals('Nombres;Rol;Rol;Documento\nAna;usuario;usuario;1')).toEqual([
    "Faltan las columnas 'Nombre', 'Tipo de documento' en la primera línea.",
    "No se conoce la columna 'Nombres'.",
    "La columna 'Rol' está más de una vez.",
  ])
})

test('all errors are shown with line and column, and a repeated person names the first line', async () => {
  const { load } = openFile()
  const rows = [
    '"Ana\nNúñez";;usuario;CC;1001;;',
    ';a;jefe;XX;abc;no;x',
    'Ana Núñez;;usuario;CC;1002;;',
    'Otra;;usuario;CC;1002;;',
    'Corta;;usuario',
  ]
  const { rows: shown, createText } = await load([HEADING, ...rows].join('\n'))
  expect(shown.filter(({ line }) => line !== 2).map(({ line, problems }) => [line, problems])).toEqual([
    [
      4,
      [
        'Nombre: Los campos obligatorios no pueden estar vacíos.',
        'Usuario: Entre 3 y 50 caracteres',
        'Rol: Escriba administrador o usuario',
        'Tipo de documento: Escriba CC, NIT, CE o PA',
        'Documento: El campo sólo debe contener números',
        'Correo electrónico: Escriba un correo electrónico válido',
        'Teléfono: El campo no debe contener caracteres especiales',
      ],
    ],
    [6, ['Documento: Ya está en la línea 5 del archivo']],
    [7, expect.arrayContaining(['La fila tiene 3 celdas; la primera línea tiene 7'])],
  ])
  expect(createText).toMatch(/^Crear (el|los)/)
})

test('rejected rows come back with their errors, and can be loaded again', async () => {
  const { view, load, downloads } = openFile()
  await load(`${HEADING};Errores\n"'=SUMA(A1)";;usuario;CC;x1;;'+57 300;viejo`)
  view.downloadRejected()
  const text = downloads.files().at(-1)?.text ?? ''
  expect(text).toBe(
    toCsv([
      [...HEADING.split(';'), 'Errores'],
      ['=SUMA(A1)', '', 'usuario', 'CC', 'x1', '', '+57 300', 'Documento: El campo sólo debe contener números'],
    ]),
  )
  const again = openFile()
  expect((await again.load(text.replace('x1', '11'))).summary).toBe('1 correcto, 0 rechazados')
})

test('10,000 rows are checked and created in batches, each once', async () => {
  const { view, created, keys, loads, load, waitFor } = openFile()
  expect((await load(peopleFile(10_000))).summary).toBe('10.000 correctos, 0 rechazados')
  view.create()
  await waitFor('done')
  expect(new Set(created).size).toBe(10_000)
  expect(created).toHaveLength(10_000)
  expect(new Set(keys).size).toBe(1_000)
  // The audit names them together, after the last batch.
  expect(loads.map(({ isLast }) => isLast).indexOf(true)).toBe(999)
  expect(new Set(loads.map(({ id }) => id)).size).toBe(1)
  expect(view.getSnapshot().summary).toBe('10.000 usuarios creados')
}, 30_000)

test('a lost reply stops the creation, and the same batch goes on under the same key', async () => {
  let calls = 0
  const { view, keys, load, waitFor } = openFile({
    create: async ({ rows }) => {
      calls += 1
      return calls === 2 ? err(LOST) : ok(rows.map(({ line }) => ({ line, kind: 'created', username: `u${line}` })))
    },
  })
  await load(peopleFile(120))
  view.create()
  await waitFor('stopped')
  expect(view.getSnapshot()).toMatchObject({ summary: '10 usuarios creados, faltan 110', mayHaveChanged: true })
  view.resume()
  await waitFor('done')
  expect(keys).toEqual([
    ...['key-2', 'key-12', 'key-12', 'key-22', 'key-32', 'key-42', 'key-52', 'key-62', 'key-72', 'key-82'],
    ...['key-92', 'key-102', 'key-112'],
  ])
  expect(view.getSnapshot().summary).toBe('120 usuarios creados')
})

test('the user stops between two batches and sees who was created', async () => {
  const { view, load, waitFor } = openFile()
  await load(peopleFile(120))
  view.create()
  view.stop()
  await waitFor('stopped')
  const { rows, failure } = view.getSnapshot()
  expect(failure).toBeNull()
  expect(rows.filter(({ result }) => result.startsWith('Creado')).map(({ line }) => line)).toHaveLength(10)
})

test('a failed check is repeated, and a row that the service leaves out does not hang', async () => {
  let calls = 0
  const { view, load, waitFor } = openFile({
    check: async (rows) => {
      calls += 1
      if (calls === 1) return err(LOST)
      return ok(rows.map(({ line }) => ({ line, kind: 'existing', username: 'ana' })))
    },
  })
  await load(peopleFile(3), 'checkFailed')
  view.resume()
  await waitFor('review')
  expect(view.getSnapshot()).toMatchObject({ summary: '0 correctos, 0 rechazados, 3 ya existen', createText: null })
})
