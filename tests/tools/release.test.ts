import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

import { temporaryFolder } from '#tests/support/databases.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Creates a project with the tools of this one, so that an error in them deletes nothing of value,
 * and runs release in it. Its sources are missing: an accepted folder fails at the build.
 */
async function release(out: string) {
  const project = join(await temporaryFolder(), 'project')
  for (const folder of ['dist/server', 'notes', 'old/server', 'empty'])
    mkdirSync(join(project, folder), { recursive: true })
  for (const file of ['dist/server/main.js', 'notes/text.txt', 'old/server/main.js', 'file.txt'])
    writeFileSync(join(project, file), '')
  for (const file of ['package.json', 'package-lock.json']) writeFileSync(join(project, file), '{"packages":{}}')
  cpSync(join(ROOT, 'tools'), join(project, 'tools'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'))
  symlinkSync(project, join(project, 'link'))
  const args = ['tools/release.mjs', '--out', out]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
  return { project, status, stdout, stderr }
}

test.each([
  ['.', 'contains the project or its build'],
  ['..', 'contains the project or its build'],
  ['/', 'contains the project or its build'],
  ['dist', 'contains the project or its build'],
  ['link', 'contains the project or its build'],
  ['link/dist', 'contains the project or its build'],
  ['notes', 'has other content than a release'],
  ['tools', 'has other content than a release'],
  ['file.txt', 'has other content than a release'],
])('release refuses to replace %s', async (out, reason) => {
  const { project, ...result } = await release(out)
  expect(result).toEqual({ status: 2, stdout: '', stderr: `--out ${out}: ${reason}\n` })
  expect(existsSync(join(project, 'notes', 'text.txt'))).toBe(true)
})

test.each(['new', 'empty', 'old', 'dist/release'])('release accepts the folder %s', async (out) => {
  const { status, stderr } = await release(out)
  expect(status).toBe(1)
  expect(stderr).toContain('La construcción falló.')
})
