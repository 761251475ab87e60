import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { createProject, ROOT, runProgram, TSC } from '#tests/support/core-package.ts'

const { folder, write } = await createProject()
const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'))
const description = await readJson(join(folder, 'node_modules', '@mercado-dolar', 'core', 'package.json'))
const entries: readonly string[] = Object.keys(description.exports).map((entry) =>
  entry.replace('.', '@mercado-dolar/core'),
)

await write('all.mts', entries.map((entry, i) => `export * as entry${i} from '${entry}'`).join('\n'))

/** Compiles a file against the types of the package, all of them, and returns the errors of ours. */
async function findTypeErrors(lib: string, types: string): Promise<readonly string[]> {
  const settings = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', lib, '--types', types]
  const { stdout } = await runProgram(process.execPath, [TSC, ...settings, 'all.mts'], { cwd: folder }).catch(
    (error: { readonly stdout: string }) => error,
  )
  // The types of ofetch and altcha-lib have errors of their own.
  return stdout.split('\n').filter((line) => /^(all\.mts|node_modules\/@mercado-dolar)/.test(line))
}

test.each([
  ['Node, without the DOM', 'ES2023', 'node'],
  ['a browser, without Node', 'ES2023,DOM', ''],
  ['a worker, without the DOM', 'ES2023,WebWorker', ''],
])('the types of the package compile for %s', async (_platform, lib, types) => {
  expect(await findTypeErrors(lib, types)).toEqual([])
})

test('findTypeErrors finds a missing global, so that the tests above can fail', async () => {
  expect((await findTypeErrors('ES2023', '')).join('\n')).toContain('AbortSignal')
})

test('the package has the version of the project and exact versions of what it imports', async () => {
  const root = await readJson(join(ROOT, 'package.json'))
  expect(description.version).toBe(root.version)
  expect(Object.keys(description.dependencies)).toEqual([
    'altcha-lib',
    'csv-parse',
    'ofetch',
    'otpauth',
    'xstate',
    'zod',
  ])
  for (const [name, version] of Object.entries(description.dependencies)) {
    expect(version, name).toBe(root.dependencies[name])
    expect(version, name).toMatch(/^\d/)
  }
})

test('each area starts in Node with only its own ports and those of the platform', async () => {
  await write(
    'areas.mjs',
    `
    import * as areas from '@mercado-dolar/core/application'
    import { createMemoryPorts } from '@mercado-dolar/core/adapters/memory'
    const { clock, timers, marketClock, page, log, ...ports } = createMemoryPorts()
    const platform = { clock, timers, marketClock, page, log }
    const { market, marketStream, quotes, news, holidays, frames, downloads } = ports
    const { createHome } = areas.createMarketArea({ ...platform, market, marketStream, quotes, news, holidays, frames, downloads })
    const home = await areas.waitUntil(createHome(), ({ close }) => close.value !== null)
    const { auth, session, sessionRefusals } = ports
    const identity = areas.createIdentityArea({ ...platform, auth, session, sessionRefusals, ...ports.identity })
    const { createLogin } = areas.createImcArea({ ...platform, downloads, ...ports.imc })
    const { createOrders } = areas.createPaymentArea({ ...platform, ...ports.payment })
    console.log(home.close.value.value.close > 0, createLogin().getSnapshot().busy, identity.createLoginView().getSnapshot().step, typeof createOrders().subscribe)
    identity.close()
    `,
  )
  const { stdout } = await runProgram(process.execPath, [join(folder, 'areas.mjs')])
  expect(stdout.trim()).toBe('true false form function')
})
