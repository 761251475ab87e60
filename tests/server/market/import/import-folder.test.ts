import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { removeKilledImports, withImportFolder } from '#server/market/import/import-folder.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { temporaryDatabase, temporaryFolder } from '#tests/support/databases.ts'
import { INGEST_ENV } from '#tests/support/ingest.ts'
import { openTestMarket, testTime } from '#tests/support/market.ts'

const IMPORT_PROGRAM = `
  import { writeFileSync } from 'node:fs'
  import { withImportFolder } from '#server/market/import/import-folder.ts'
  await withImportFolder(async (folder) => {
    writeFileSync(folder + '/operaciones.csv', 'id')
    process.stdout.write(folder)
    await new Promise((resolve) => setTimeout(resolve, 600_000))
  })
`

let folder: string

beforeEach(async () => {
  folder = await temporaryFolder()
  vi.stubEnv('TMPDIR', folder)
})
afterEach(() => vi.unstubAllEnvs())

/** Starts an import in another process. Returns the process and the name of its folder. */
async function startImport(): Promise<{ readonly child: ChildProcess; readonly name: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', IMPORT_PROGRAM], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [output] = await once(child.stdout ?? child, 'data')
  return { child, name: basename(String(output)) }
}

/** Returns the names in TMPDIR, without the cache of tsx. */
const listNames = async () => (await readdir(folder)).filter((name) => !name.startsWith('tsx-')).sort()

test('the start of a server removes the files of a killed import, but not of a running one', async () => {
  const [killed, running] = [await startImport(), await startImport()]
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  expect(await listNames()).toEqual([killed.name, running.name].sort())
  await withImportFolder(async (own) => {
    const time = testTime(toInstant('2026-11-20', '12:00'))
    await openTestMarket({ database: await temporaryDatabase('sqlite'), time, env: INGEST_ENV })
    expect(await listNames()).toEqual([running.name, basename(own)].sort())
  })
  expect(await listNames()).toEqual([running.name])
})

test('files and folders that no import created are not removed', async () => {
  const other = join(await temporaryFolder(), 'otra')
  await mkdir(other)
  await writeFile(join(other, 'importacion.lock'), '')
  await symlink(other, join(folder, 'mercado-dolar-importacion-enlace'))
  await mkdir(join(folder, 'mercado-dolar-importacion-notas'))
  await writeFile(join(folder, 'mercado-dolar-importacion-notas', 'notas.txt'), 'x')
  await writeFile(join(folder, 'mercado-dolar-importacion-archivo'), 'x')
  const names = await listNames()
  await removeKilledImports()
  expect(await listNames()).toEqual(names)
  expect(await readdir(other)).toEqual(['importacion.lock'])
  expect(await readdir(join(folder, 'mercado-dolar-importacion-notas'))).toEqual(['notas.txt'])
})

test('a server starts when TMPDIR cannot be read', async () => {
  vi.stubEnv('TMPDIR', join(folder, 'falta'))
  const time = testTime(toInstant('2026-11-20', '12:00'))
  const market = await openTestMarket({ database: await temporaryDatabase('sqlite'), time, env: INGEST_ENV })
  expect(market.health().streams).toEqual({ live: 0, delayed: 0 })
})
