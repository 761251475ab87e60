import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { temporaryFolder } from '#tests/support/databases.ts'
import { prepareOnce } from '#tests/support/prepare-once.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a program. Rejects with its output when it fails. */
export const runProgram = promisify(execFile)

export const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')

/** Builds and packs the core once in a run. Returns the packed file. */
const packCore = async (): Promise<string> =>
  join(
    await prepareOnce('core-package', async (folder) => {
      await runProgram(process.execPath, [join(ROOT, 'tools', 'build-core.mjs'), '--out', folder])
      return folder
    }),
    'core.tgz',
  )

/** The packages that the examples use to check types and to build. */
const TOOLS = ['typescript', '@types/node', 'undici-types', 'vite']

/**
 * Installs the packed core into `folder`, without a network: unpacks the file as npm does, and links
 * its dependencies and the tools to the packages of this repository, which have the same versions.
 */
export async function installCore(folder: string): Promise<void> {
  const core = join(folder, 'node_modules', '@mercado-dolar', 'core')
  await mkdir(core, { recursive: true })
  await runProgram('tar', ['-xzf', await packCore(), '--strip-components=1', '-C', core])
  const { dependencies } = JSON.parse(await readFile(join(core, 'package.json'), 'utf8'))
  for (const name of [...Object.keys(dependencies), ...TOOLS]) {
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(ROOT, 'node_modules', name), link)
  }
}

/** Copies an example out of the repository and installs the core there. Returns its folder. */
export async function installExample(name: string): Promise<string> {
  const folder = await temporaryFolder()
  await cp(join(ROOT, 'examples', name), folder, {
    recursive: true,
    filter: (path) => !/[/\\](node_modules|dist)$/.test(path),
  })
  await installCore(folder)
  return folder
}

/** Creates an empty project with the core. Returns a function that writes a file into it. */
export async function createProject() {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await installCore(folder)
  return { folder, write: (name: string, text: string) => writeFile(join(folder, name), text) }
}
