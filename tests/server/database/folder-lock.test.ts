import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { lockFolder } from '#server/database/folder-lock.ts'
import { temporaryFolder } from '#tests/support/databases.ts'

const HOLDER = `
  import { lockFolder } from '#server/database/folder-lock.ts'
  const lock = lockFolder(process.argv[1], process.pid)
  if (lock.ok) lock.value.announce(4321)
  process.stdout.write(lock.ok ? 'held' : lock.error.kind)
  setInterval(() => {}, 1000)
`

/** Another process that takes the folder and keeps it. */
async function holderOf(dataDir: string): Promise<{ readonly child: ChildProcess; readonly said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', HOLDER, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = await once(child.stdout ?? child, 'data')
  return { child, said: String(said) }
}

async function killed(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const take = (dataDir: string) => {
  const lock = lockFolder(dataDir, 77)
  if (lock.ok) onTestFinished(() => lock.value.release())
  return lock
}

test('a folder is held by one, and given back', async () => {
  const dataDir = join(await temporaryFolder(), 'made', 'on', 'the', 'way')
  const first = lockFolder(dataDir, 1)
  expect(first.ok).toBe(true)
  expect(lockFolder(dataDir, 2)).toMatchObject({
    ok: false,
    error: { kind: 'folder-busy', holder: { pid: 1, port: null } },
  })
  if (first.ok) first.value.announce(3000)
  expect(lockFolder(dataDir, 2)).toMatchObject({ ok: false, error: { holder: { pid: 1, port: 3000 } } })
  if (first.ok) first.value.release()
  expect(take(dataDir).ok).toBe(true)
})

test('another process is told who holds the folder', async () => {
  const dataDir = await temporaryFolder()
  const { child, said } = await holderOf(dataDir)
  expect(said).toBe('held')
  expect(lockFolder(dataDir, 1)).toEqual({
    ok: false,
    error: { kind: 'folder-busy', dataDir, holder: { pid: child.pid, port: 4321 } },
  })
})

test('a process that is killed leaves no lock behind', async () => {
  const dataDir = await temporaryFolder()
  const { child } = await holderOf(dataDir)
  await killed(child)
  expect(take(dataDir).ok).toBe(true)
})

test('word of a holder that is gone, even under a number that lives again, refuses nobody', async () => {
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, 'server.json'), JSON.stringify({ pid: process.pid, port: 3000 }))
  expect(take(dataDir).ok).toBe(true)
})

test.each(['', 'no es json', '{"pid":"x"}'])('a holder whose word is "%s" is busy without a name', async (word) => {
  const dataDir = await temporaryFolder()
  take(dataDir)
  await writeFile(join(dataDir, 'server.json'), word)
  expect(lockFolder(dataDir, 2)).toEqual({ ok: false, error: { kind: 'folder-busy', dataDir, holder: null } })
  await rm(join(dataDir, 'server.json'))
  expect(lockFolder(dataDir, 2)).toEqual({ ok: false, error: { kind: 'folder-busy', dataDir, holder: null } })
})

test('a folder that cannot be made is unusable', async () => {
  const file = join(await temporaryFolder(), 'file')
  await writeFile(file, '')
  expect(lockFolder(join(file, 'data'), 1)).toMatchObject({ ok: false, error: { kind: 'unusable-folder' } })
})
