import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { installExample, runProgram, TSC } from '#tests/support/core-package.ts'
import { migratedFolder } from '#tests/support/databases.ts'
import { IDLE_SCHEDULER } from '#tests/support/identity.ts'
import { historyEnv } from '#tests/support/market-history.ts'
import { countOpenSessions } from '#tests/support/open-sessions.ts'
import { LOW_EFFORT, startTestServer } from '#tests/support/server.ts'

const dataDir = await migratedFolder()
const { url } = await startTestServer(
  { ...(await historyEnv('2026-11-20T10:40')), DATA_DIR: dataDir },
  { identity: { effort: LOW_EFFORT, scheduler: IDLE_SCHEDULER } },
)

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

function start(program: string, args: readonly string[], password: string, origin = url): Started {
  const child = spawn(process.execPath, [program, origin, ...args], { env: { ...process.env, PASSWORD: password } })
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

test('entity-users signs out a user who must change the password', async () => {
  const { output, exit } = start(entityUsers, ['ANDINA', 'nuevo'], DEMO_PASSWORD)
  expect(await exit).toBe(1)
  expect(output.err.trim()).toBe('The user must change the password in the portal first.')
  expect(countOpenSessions(dataDir, 'usr-andina-nuevo')).toBe(0)
})

/** Starts a proxy to the server that fails the requests whose path ends with `path`. */
async function startFailingProxy(path: string): Promise<string> {
  const proxy = createServer((received, reply) => {
    if (received.url?.endsWith(path)) return void reply.writeHead(500).end()
    const { method, headers } = received
    const sent = request(new URL(received.url ?? '', url), { method, headers }, (response) => {
      reply.writeHead(response.statusCode ?? 500, response.headers)
      response.pipe(reply)
    })
    received.pipe(sent)
  })
  afterFile(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.')
  return `http://127.0.0.1:${address.port}`
}

test('entity-users signs out when the list is not loaded', async () => {
  const origin = await startFailingProxy('/usuarios')
  const { output, exit } = start(entityUsers, ['ANDINA', 'admin'], DEMO_PASSWORD, origin)
  expect(await exit).toBe(1)
  expect(output.err).toContain('The list of users was not loaded.')
  expect(countOpenSessions(dataDir, 'usr-andina-admin')).toBe(0)
})
