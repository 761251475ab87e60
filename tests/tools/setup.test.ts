import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

import { temporaryFolder } from '#tests/support/databases.ts'

const SETUP = fileURLToPath(new URL('../../tools/setup.mjs', import.meta.url))

/** Records a build, removes `part` of its output, and prints whether it counts as built. */
const PROGRAM = `
  import { mkdirSync, rmSync } from 'node:fs'
  import { isBuilt, runAndRecordBuild } from './tools/setup.mjs'
  const [name, part] = process.argv.slice(-2)
  await runAndRecordBuild(async () => {
    for (const output of ['portal', 'portal-manifest.json', 'page', 'fonts', 'server', 'demo'])
      mkdirSync('dist/' + output, { recursive: true })
  }, name)
  const before = isBuilt(name)
  rmSync('dist/' + part, { recursive: true })
  console.log(before, isBuilt(name))
`

test.each([
  ['portal', 'portal'],
  ['portal', 'server'],
  ['portal', 'portal-manifest.json'],
  ['demo', 'demo'],
])('the build %s without dist/%s does not count as built', async (name, part) => {
  // A copy of the program, because it works in the project that contains it.
  const project = await temporaryFolder()
  mkdirSync(join(project, 'tools'))
  cpSync(SETUP, join(project, 'tools', 'setup.mjs'))
  writeFileSync(join(project, 'package.json'), '{}')
  const args = ['--input-type=module', '-e', PROGRAM, '--', name, part]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
  expect({ stdout, stderr }).toEqual({ stdout: 'true false\n', stderr: '' })
})
