import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { openDatabase } from '#server/database/connection.ts'
import { DATABASE_FILE } from '#server/database/sqlite.ts'
import { temporaryFolder } from '#tests/support/databases.ts'
import { call } from '#tests/support/raw-http.ts'
import { buildServer } from '#tests/support/server-process.ts'

const startProgram = await buildServer()

test('the server prints its URL, replies to requests and closes on SIGTERM', async () => {
  const program = await startProgram({})
  const url = await program.waitUntilReady()
  expect(program.output()).toBe(`Mercado Dólar está disponible en ${url}\nPara terminar, pulse Ctrl+C.\n`)
  expect(url).toMatch(/^http:\/\/localhost:\d+$/)
  expect((await call(url, '/config.json')).status).toBe(200)
  program.child.kill('SIGTERM')
  // The terminal and a parent process may each send a signal for the same Ctrl+C.
  program.child.kill('SIGINT')
  expect(await program.ended).toBe(0)
  expect(program.output()).toMatch(/Cerrando el servidor…\nServidor cerrado\.\n$/)
})

test('a running server locks its data folder until it is killed', async () => {
  const DATA_DIR = await temporaryFolder()
  const first = await startProgram({ DATA_DIR })
  await first.waitUntilReady()
  const second = await startProgram({ DATA_DIR })
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(
    new RegExp(`^Otro servidor \\(proceso ${first.child.pid}, puerto \\d+\\) ya usa la carpeta`),
  )
  await first.kill()
  const third = await startProgram({ DATA_DIR })
  expect((await call(await third.waitUntilReady(), '/config.json')).status).toBe(200)
})

test('the start prints all invalid variables in Spanish without a stack trace', async () => {
  const program = await startProgram({ PORT: 'tres mil', MARKET_SOURCE: 'ingest', DEMO_DATA: 'sí' })
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

test('the start fails on an invalid row of the deal file and prints the line number', async () => {
  const DATA_DIR = await temporaryFolder()
  const file = join(DATA_DIR, 'operaciones.csv')
  const row = 'a,71,0,1,negociada,2026-11-20T09:00:00-05:00,4100.5,'
  await writeFile(file, `id,mercado,plazo,sector,origen,hora,precio,monto\n${row}1000\n${row}mil\n`)
  const program = await startProgram({ DATA_DIR, MARKET_SOURCE: `csv:${file}` })
  expect(await program.ended).toBe(1)
  expect(program.output()).toBe(
    `El archivo de operaciones ${file} no se cargó. Una fila no es válida. No se cargó nada del archivo.\n  línea 3: monto no es válido: «mil»\n`,
  )
})

test('the start prints a sentence for a port in use and for a damaged database', async () => {
  const otherServer = createServer().listen(0, 'localhost')
  onTestFinished(() => void otherServer.close())
  await once(otherServer, 'listening')
  const address = otherServer.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const DATA_DIR = await temporaryFolder()
  await writeFile(join(DATA_DIR, DATABASE_FILE), 'no es una base de datos\n'.repeat(100))
  const [withUsedPort, withDamagedFile] = await Promise.all([startProgram({ PORT: port }), startProgram({ DATA_DIR })])
  expect([await withUsedPort.ended, await withDamagedFile.ended]).toEqual([1, 1])
  expect(withUsedPort.output()).toBe(
    `El puerto ${port} ya está en uso. Cierre el programa que lo usa o indique otro con PORT.\n`,
  )
  expect(withDamagedFile.output()).toMatch(/^La base de datos de \S+ está dañada o no es de SQLite: .*\n$/)
})

test('the start prints a sentence for an unexpected error and logs the error', async () => {
  const dataDir = await temporaryFolder()
  const opened = await openDatabase({ dataDir }, { migrations: {} })
  if (!opened.ok) throw new Error(opened.error.kind)
  await sql`create table market_deals (id text)`.execute(opened.value.db)
  await opened.value.close()
  const program = await startProgram({ DATA_DIR: dataDir })
  expect(await program.ended).toBe(1)
  // Sorted in reverse, the JSON of the log comes before the sentence.
  const [logged = '', printed] = program.output().split('\n').sort().reverse()
  expect(JSON.parse(logged)).toMatchObject({ level: 'fatal', err: { message: 'table "market_deals" already exists' } })
  expect(printed).toBe('El servidor falló de forma inesperada y se cierra. El detalle está en el registro.')
})
