import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { installExample, runProgram, TSC } from '#tests/support/core-package.ts'
import { IDLE_SCHEDULER } from '#tests/support/identity.ts'
import { historyEnv } from '#tests/support/market-history.ts'
import { LOW_EFFORT, startTestServer } from '#tests/support/server.ts'

const { url } = await startTestServer(await historyEnv('2026-11-20T10:40'), {
  identity: { effort: LOW_EFFORT, scheduler: IDLE_SCHEDULER },
})

/** Installs an example from the packed core and compiles it. Returns the built program. */
async function buildExample(name: string): Promise<string> {
  const folder = await installExample(name)
  await runProgram(process.execPath, [TSC, '-p', folder]).catch(({ stdout }) => expect.fail(stdout))
  return join(folder, 'dist', 'main.js')
}

interface Started {
  readonly child: ChildProcess
  readonly output: { out: string; err: string }
  readonly exit: Promise<number | null>
}

function start(program: string, args: readonly string[], password: string): Started {
  const child = spawn(process.execPath, [program, url, ...args], { env: { ...process.env, PASSWORD: password } })
  onTestFinished(() => void child.kill())
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (output.out += chunk))
  child.stderr.on('data', (chunk) => (output.err += chunk))
  return { child, output, exit: new Promise((resolve) => child.on('close', resolve)) }
}

const livePrices = await buildExample('live-prices')
const entityUsers = await buildExample('entity-users')

test('live-prices signs in over HTTP and prints streamed prices until Ctrl+C', async () => {
  const { child, output, exit } = start(livePrices, ['demo'], DEMO_PASSWORD)
  await expect.poll(() => output.out || output.err).toMatch(/^\d\d:\d\d:\d\d \d\.\d{3},\d\d/)
  await expect.poll(() => output.out).toMatch(/ stream\n/)
  child.kill('SIGINT')
  expect(await exit).toBe(0)
  expect(output.err).toBe('')
})

test('live-prices prints why the service refuses a password', async () => {
  const { output, exit } = start(livePrices, ['demo'], 'otra')
  expect(await exit).toBe(1)
  expect(output.err.trim()).not.toBe('')
})

test('entity-users lists the users of the signed-in entity', async () => {
  const { output, exit } = start(entityUsers, ['ANDINA', 'admin'], DEMO_PASSWORD)
  expect(await exit, output.err).toBe(0)
  expect(output.out).toMatch(/^\d+ usuarios de la entidad, \d+ activos\n/)
  expect(output.out).toMatch(/\n.+ admin +administrador/)
})

test('entity-users prints why the service refuses a password', async () => {
  const { output, exit } = start(entityUsers, ['ANDINA', 'admin'], 'otra clave')
  expect(await exit).toBe(1)
  expect(output.err.trim()).not.toBe('')
})
