import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { openDatabase } from '#server/database/connection.ts'
import { DATABASE_FILE } from '#server/database/sqlite.ts'
import { bundleProgram } from '#tests/support/bundle-program.ts'
import { migratedFolder, temporaryFolder } from '#tests/support/databases.ts'
import { temporaryPortal } from '#tests/support/portal-folder.ts'
import { call } from '#tests/support/raw-http.ts'

const TIMEOUT_MS = 60_000

/** Builds the server next to a small portal, as `npm run build` does. Returns its program. */
async function buildServer(): Promise<string> {
  const main = await bundleProgram('server/main.ts')
  const dist = dirname(dirname(main))
  await symlink(await temporaryPortal(), join(dist, 'portal'))
  await mkdir(join(dist, 'page'))
  // These tests read no page.
  await writeFile(
    join(dist, 'page', 'renderer.js'),
    'export const pageRenderer = { modules: [], findPage: () => null }',
  )
  return main
}

const MAIN = await buildServer()

interface ServerProcess {
  readonly child: ChildProcess
  output(): string
  readonly ended: Promise<number | null>
}

/** Runs the server as a user does, in a process with these environment variables. */
async function run(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATA_DIR: await migratedFolder(), DEMO_DATA: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const chunks: string[] = []
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)))
  child.stderr.on('data', (chunk) => chunks.push(String(chunk)))
  const ended = once(child, 'close').then(() => child.exitCode)
  return { child, output: () => chunks.join(''), ended }
}

async function waitUntilReady(program: ServerProcess): Promise<string> {
  const printed = expect.poll(program.output, { timeout: TIMEOUT_MS }).toContain('Ctrl+C')
  const ended = program.ended.then((code) => {
    throw new Error(`the server ended with ${code} before it was ready: ${program.output()}`)
  })
  await Promise.race([printed, ended])
  return /http:\S+/.exec(program.output())?.[0] ?? ''
}

test('the server prints its address, serves, and closes on SIGTERM', { timeout: TIMEOUT_MS }, async () => {
  const program = await run({})
  const url = await waitUntilReady(program)
  expect(program.output()).toBe(`Mercado Dólar está disponible en ${url}\nPara terminar, pulse Ctrl+C.\n`)
  expect(url).toMatch(/^http:\/\/localhost:\d+$/)
  expect((await call(url, '/config.json')).status).toBe(200)
  program.child.kill('SIGTERM')
  // The terminal and a parent process may both forward the same Ctrl+C.
  program.child.kill('SIGINT')
  expect(await program.ended).toBe(0)
  expect(program.output()).toMatch(/Cerrando el servidor…\nServidor cerrado\.\n$/)
})

test('a killed server leaves its data folder unlocked', { timeout: TIMEOUT_MS }, async () => {
  const DATA_DIR = await temporaryFolder()
  const first = await run({ DATA_DIR })
  await waitUntilReady(first)
  const second = await run({ DATA_DIR })
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(
    new RegExp(`^Otro servidor \\(proceso ${first.child.pid}, puerto \\d+\\) ya usa la carpeta`),
  )
  first.child.kill('SIGKILL')
  await first.ended
  const third = await run({ DATA_DIR })
  expect((await call(await waitUntilReady(third), '/config.json')).status).toBe(200)
})

test('all invalid variables are printed in Spanish, without a stack trace', { timeout: TIMEOUT_MS }, async () => {
  const program = await run({ PORT: 'tres mil', MARKET_SOURCE: 'ingest', DEMO_DATA: 'sí' })
  expect(await program.ended).toBe(1)
  expect(program.output()).toBe(
    [
      'El servidor no puede iniciar. Corrija estas variables de entorno:',
      '  PORT debe ser un número entero de 0 a 65535',
      '  DEMO_DATA debe ser on u off',
      '  OPERATOR_KEY debe tener al menos 16 caracteres, y es obligatoria cuando MARKET_SOURCE es ingest',
      '',
    ].join('\n'),
  )
})

test('a file of deals with an invalid row stops the start with its line', { timeout: TIMEOUT_MS }, async () => {
  const DATA_DIR = await temporaryFolder()
  const file = join(DATA_DIR, 'operaciones.csv')
  const row = 'a,71,0,1,negociada,2026-11-20T09:00:00-05:00,4100.5,'
  await writeFile(file, `id,mercado,plazo,sector,origen,hora,precio,monto\n${row}1000\n${row}mil\n`)
  const program = await run({ DATA_DIR, MARKET_SOURCE: `csv:${file}` })
  expect(await program.ended).toBe(1)
  expect(program.output()).toBe(
    `El archivo de operaciones ${file} no se cargó. Una fila no es válida. No se cargó nada del archivo.\n  línea 3: monto no es válido: «mil»\n`,
  )
})

test('a port in use and a damaged database are printed as a sentence', { timeout: TIMEOUT_MS }, async () => {
  const other = createServer().listen(0, 'localhost')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const DATA_DIR = await temporaryFolder()
  await writeFile(join(DATA_DIR, DATABASE_FILE), 'no es una base de datos\n'.repeat(100))
  const [taken, damaged] = await Promise.all([run({ PORT: port }), run({ DATA_DIR })])
  expect([await taken.ended, await damaged.ended]).toEqual([1, 1])
  expect(taken.output()).toBe(
    `El puerto ${port} ya está en uso. Cierre el programa que lo usa o indique otro con PORT.\n`,
  )
  expect(damaged.output()).toMatch(/^La base de datos de \S+ está dañada o no es de SQLite: .*\n$/)
})

test('an unexpected error is printed as a sentence and logged in full', { timeout: TIMEOUT_MS }, async () => {
  const dataDir = await temporaryFolder()
  const opened = await openDatabase({ dataDir }, { migrations: {} })
  if (!opened.ok) throw new Error(opened.error.kind)
  await sql`create table market_deals (id text)`.execute(opened.value.db)
  await opened.value.close()
  const program = await run({ DATA_DIR: dataDir })
  expect(await program.ended).toBe(1)
  const [logged = '', printed] = program.output().split('\n').sort().reverse()
  expect(JSON.parse(logged)).toMatchObject({ level: 'fatal', err: { message: 'table "market_deals" already exists' } })
  expect(printed).toBe('El servidor falló de forma inesperada y se cierra. El detalle está en el registro.')
})
