import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

import { bundleProgram } from '#tests/support/bundle-program.ts'
import { temporaryFolder } from '#tests/support/databases.ts'

const PROGRAMS = {
  operator: await bundleProgram('server/operator.ts'),
  import: await bundleProgram('server/import.ts'),
  backup: await bundleProgram('server/backup.ts'),
  restore: await bundleProgram('server/restore.ts'),
}
type Program = keyof typeof PROGRAMS

const FOLDER = await temporaryFolder()
const MISSING_FILE = `${FOLDER}/nada.csv`

/** Runs a command without a server. Returns its exit code and the first line of its errors. */
async function run(program: Program, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [PROGRAMS[program], ...args], {
    env: { OPERATOR_KEY: 'una-clave-de-dieciseis', OPERATOR_URL: 'http://127.0.0.1:1', DATA_DIR: FOLDER, ...env },
  })
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exit])
  expect(out).toBe('')
  expect(errors).not.toMatch(/\n +at /)
  return [code, errors.split('\n')[0]]
}

test.each<[Program, readonly string[], string]>([
  ['operator', ['nada'], 'La orden «nada» no existe.'],
  ['operator', ['list', '--nada'], 'El argumento «--nada» no se admite en esta orden.'],
  ['operator', ['list', '--entity'], 'Falta --entity.'],
  ['import', [], 'Falta deals.'],
  ['import', ['deals'], 'Falta ARCHIVO.'],
  ['import', ['trm', MISSING_FILE], 'El argumento «trm» no se admite en esta orden.'],
  ['import', ['deals', MISSING_FILE, '--nada'], 'El argumento «--nada» no se admite en esta orden.'],
  ['import', ['deals', MISSING_FILE, 'otro'], 'El argumento «otro» no se admite en esta orden.'],
  ['backup', [], 'Falta ARCHIVO.'],
  ['backup', ['--nada'], 'El argumento «--nada» no se admite en esta orden.'],
  ['backup', [MISSING_FILE, 'otro'], 'El argumento «otro» no se admite en esta orden.'],
  ['restore', [], 'Falta ARCHIVO.'],
  ['restore', [MISSING_FILE, '--nada'], 'El argumento «--nada» no se admite en esta orden.'],
  ['restore', [MISSING_FILE, '--send-messages=no'], 'El argumento «--send-messages=no» no se admite en esta orden.'],
])('npm run %s -- %j ends with 2 and names the argument in its first line', async (program, args, line) => {
  expect(await run(program, args)).toEqual([2, line])
})

test.each<[Program, readonly string[]]>([
  ['operator', ['list']],
  ['import', ['deals', FOLDER]],
  ['backup', [MISSING_FILE]],
])('npm run %s -- %j ends with 2 for an invalid OPERATOR_URL', async (program, args) => {
  expect(await run(program, args, { OPERATOR_URL: 'localhost:3000' })).toEqual([
    2,
    'OPERATOR_URL no es la dirección de un servidor, como http://localhost:3000: localhost:3000',
  ])
})

test.each<[Program, readonly string[], string]>([
  ['import', ['deals', MISSING_FILE], `El archivo ${MISSING_FILE} no se puede leer: ENOENT`],
  ['import', ['deals', FOLDER], `El archivo ${FOLDER} no se puede leer: es una carpeta.`],
  ['backup', [FOLDER], `El archivo ${FOLDER} ya existe. Indique otro.`],
  ['restore', [MISSING_FILE], `El archivo ${MISSING_FILE} no se puede leer: ENOENT`],
  ['restore', [FOLDER], `El archivo ${FOLDER} no se puede leer: EISDIR`],
])('npm run %s -- %j ends with 1 and names the file', async (program, args, line) => {
  expect(await run(program, args)).toEqual([1, expect.stringContaining(line)])
})
