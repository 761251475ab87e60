import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

import { temporaryFolder } from '#tests/support/databases.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the command over a lock file with these packages. */
async function listLicences(packages: Readonly<Record<string, object>>) {
  const folder = await temporaryFolder()
  const [lock, out] = [join(folder, 'lock.json'), join(folder, 'licences.txt')]
  writeFileSync(lock, JSON.stringify({ packages: { '': { name: 'project' }, ...packages } }))
  const args = ['tools/licenses.mjs', '--lock', lock, '--out', out]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  return { status, stderr, written: readFileSync(out, 'utf8') }
}

test('licenses writes the packages of production with their licences', async () => {
  const result = await listLicences({
    'node_modules/b': { version: '2.0.0', license: '(MIT AND Zlib)' },
    'node_modules/@a/a': { version: '1.0.0', license: 'MIT OR Apache-2.0' },
    'node_modules/tool': { version: '3.0.0', license: 'ISC', dev: true },
  })
  expect(result).toEqual({ status: 0, stderr: '', written: '@a/a 1.0.0: MIT OR Apache-2.0\nb 2.0.0: (MIT AND Zlib)\n' })
})

test.each([
  [{ license: 'GPL-3.0' }, 'GPL-3.0'],
  [{ license: 'MIT AND SEE-LICENSE' }, 'MIT AND SEE-LICENSE'],
  [{ license: 'UNLICENSED', dev: true }, 'UNLICENSED'],
  [{ license: 'AND' }, 'AND'],
  [{ license: 'MITANDISC' }, 'MITANDISC'],
  [{ license: '' }, 'none'],
  [{}, 'none'],
])('licenses fails on the unknown licence of a package %j', async (fields, licence) => {
  const { status, stderr } = await listLicences({ 'node_modules/b': { version: '2.0.0', ...fields } })
  expect({ status, stderr }).toEqual({ status: 1, stderr: `Unknown licence: b 2.0.0: ${licence}\n` })
})

test('every package of the project has a known licence', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/licenses.mjs'], { cwd: ROOT, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
