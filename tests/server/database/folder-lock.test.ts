import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { lockFolder } from '#server/database/folder-lock.ts'
import { temporaryFolder } from '#tests/support/databases.ts'

const HOLDER_PROGRAM = `
  import { lockFolder } from '#server/database/folder-lock.ts'
  const lock = lockFolder(process.argv[1], process.pid)
  if (lock.ok) lock.value.savePort(4321)
  process.stdout.write(lock.ok ? 'held' : lock.error.kind)
  setInterval(() => {}, 1000)
`

/** Starts another process, which locks the folder. Returns the process and its first output. */
async function startHolder(dataDir: string): Promise<{ readonly child: ChildProcess; readonly output: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', HOLDER_PROGRAM, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [output] = await once(child.stdout ?? child, 'data')
  return { child, output: String(output) }
}

async function killProcess(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const lockForTest = (dataDir: string) => {
  const result = lockFolder(dataDir, 77)
  if (result.ok) onTestFinished(() => result.value.release())
  return result
}

test('a folder can be locked again only after its lock is released', async () => {
  const dataDir = join(await temporaryFolder(), 'new', 'sub', 'folder')
  const first = lockFolder(dataDir, 1)
  expect(first.ok).toBe(true)
  expect(lockFolder(dataDir, 2)).toMatchObject({
    ok: false,
    error: { kind: 'folder-busy', holder: { pid: 1, port: null } },
  })
  if (first.ok) first.value.savePort(3000)
  expect(lockFolder(dataDir, 2)).toMatchObject({ ok: false, error: { holder: { pid: 1, port: 3000 } } })
  if (first.ok) first.value.release()
  expect(lockForTest(dataDir).ok).toBe(true)
})

test('the error of a refused lock contains the process that holds the lock', async () => {
  const dataDir = await temporaryFolder()
  const { child, output } = await startHolder(dataDir)
  expect(output).toBe('held')
  expect(lockFolder(dataDir, 1)).toEqual({
    ok: false,
    error: { kind: 'folder-busy', dataDir, holder: { pid: child.pid, port: 4321 } },
  })
})

test('a folder can be locked after the process with its lock is killed', async () => {
  const dataDir = await temporaryFolder()
  const { child } = await startHolder(dataDir)
  await killProcess(child)
  expect(lockForTest(dataDir).ok).toBe(true)
})

test('a folder with an old holder file can be locked while the process in the file runs', async () => {
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, 'server.json'), JSON.stringify({ pid: process.pid, port: 3000 }))
  expect(lockForTest(dataDir).ok).toBe(true)
})

test.each(['', 'no es json', '{"pid":"x"}'])(
  'the error of a refused lock contains no holder when the holder file contains %j or is missing',
  async (content) => {
    const dataDir = await temporaryFolder()
    lockForTest(dataDir)
    await writeFile(join(dataDir, 'server.json'), content)
    expect(lockFolder(dataDir, 2)).toEqual({ ok: false, error: { kind: 'folder-busy', dataDir, holder: null } })
    await rm(join(dataDir, 'server.json'))
    expect(lockFolder(dataDir, 2)).toEqual({ ok: false, error: { kind: 'folder-busy', dataDir, holder: null } })
  },
)

test('lockFolder returns unusable-folder when the folder cannot be created', async () => {
  const file = join(await temporaryFolder(), 'file')
  await writeFile(file, '')
  expect(lockFolder(join(file, 'data'), 1)).toMatchObject({ ok: false, error: { kind: 'unusable-folder' } })
})
