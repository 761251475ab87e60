import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

import { temporaryFolder } from '#tests/support/databases.ts'

const SETUP = fileURLToPath(new URL('../../tools/setup.mjs', import.meta.url))

const LOCKED_PACKAGES = {
  '': { name: 'prueba' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/other-platform': { version: '1.0.0', integrity: 'sha512-o', optional: true },
}

const INSTALLED_PACKAGES = { 'node_modules/a': LOCKED_PACKAGES['node_modules/a'] }

const toLock = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages })

/** Creates a project with installed packages. Its build script writes one file. */
async function createProject() {
  const folder = await temporaryFolder()
  for (const name of ['tools', 'src', 'node_modules']) await mkdir(join(folder, name))
  await copyFile(SETUP, join(folder, 'tools', 'setup.mjs'))
  const write = (path: string, text: string) => writeFile(join(folder, path), text)
  await write('src/main.ts', 'export {}')
  await write('package-lock.json', toLock(LOCKED_PACKAGES))
  await write('node_modules/.package-lock.json', toLock(INSTALLED_PACKAGES))
  await write(
    'tools/build.mjs',
    `import { mkdirSync } from 'node:fs'
     import { PORTAL_PARTS, runAndRecordBuild } from './setup.mjs'
     console.log('built')
     const buildPart = (part) => mkdirSync(\`dist/\${part}\`, { recursive: true })
     await runAndRecordBuild(() => PORTAL_PARTS.forEach(buildPart))`,
  )
  /** Runs a script in the project without npm and returns its output. */
  const run = (...args: readonly string[]) => {
    const env = { PATH: '', NODE_ENV: 'development' }
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
    return `${stdout}${stderr}`
  }
  const call = (name: 'ensureInstalled' | 'ensureBuilt') =>
    run('--input-type=module', '-e', `import * as setup from './tools/setup.mjs'; setup.${name}()`)
  return { folder, write, run, call }
}

/** Without npm on the PATH, this message proves that npm ci was started. */
const NPM_CI_FAILED = 'No fue posible instalar los paquetes con npm ci.'

test('ensureInstalled does not run npm ci when all required packages are installed', async () => {
  const { call } = await createProject()
  expect(call('ensureInstalled')).toBe('')
})

test.each([
  [
    'an installed version differs from the lock file',
    { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } },
  ],
  [
    'an installed integrity hash differs from the lock file',
    { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } },
  ],
  ['a locked package is not installed', {}],
])('ensureInstalled runs npm ci when %s', async (_, packages) => {
  const { write, call } = await createProject()
  await write('node_modules/.package-lock.json', toLock(packages))
  expect(call('ensureInstalled')).toContain(NPM_CI_FAILED)
})

test('ensureInstalled runs npm ci when node_modules is missing', async () => {
  const { folder, call } = await createProject()
  await rm(join(folder, 'node_modules'), { recursive: true })
  expect(call('ensureInstalled')).toContain(NPM_CI_FAILED)
})

test('ensureBuilt builds again only after the sources change', async () => {
  const { write, run, call } = await createProject()
  expect(run('tools/build.mjs')).toBe('built\n')
  expect(call('ensureBuilt')).toBe('')
  await write('src/main.ts', 'export const changed = 1')
  expect(call('ensureBuilt')).toContain('built')
  expect(call('ensureBuilt')).toBe('')
})

test('runAndRecordBuild builds for production when NODE_ENV is development', async () => {
  const { write, run } = await createProject()
  const build = `import { runAndRecordBuild } from './setup.mjs'
    await runAndRecordBuild(() => console.log(process.env.NODE_ENV))`
  await write('tools/build.mjs', build)
  expect(run('tools/build.mjs')).toBe('production\n')
})

test('ensureBuilt builds again after a failed build', async () => {
  const { write, run, call } = await createProject()
  run('tools/build.mjs')
  const valid = `import { runAndRecordBuild } from './setup.mjs'\nawait runAndRecordBuild(() => {})`
  await write('tools/build.mjs', `${valid.replace('() => {}', "() => { throw new Error('rota') }")}`)
  expect(run('tools/build.mjs')).toContain('rota')
  expect(call('ensureBuilt')).toContain('La construcción falló.')
  await write('tools/build.mjs', valid)
  expect(call('ensureBuilt')).toContain('Construyendo')
})
