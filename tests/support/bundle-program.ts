import { cp, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

import { temporaryFolder } from '#tests/support/databases.ts'
import { prepareOnce } from '#tests/support/prepare-once.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Builds a program once in a run. Returns the folder of its files. */
const buildOnce = (source: string): Promise<string> =>
  prepareOnce(source.replaceAll('/', '-'), async (folder) => {
    await build({
      root: ROOT,
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      build: { ssr: source, outDir: folder, target: 'node20', minify: false },
    })
    return folder
  })

/**
 * Builds a program of the project into one JavaScript file and returns its path. The built program
 * starts five times as fast as its source. It is removed after the test file.
 */
export async function bundleProgram(source: string): Promise<string> {
  const folder = await temporaryFolder()
  await cp(await buildOnce(source), join(folder, 'program'), { recursive: true })
  // The bundle does not contain the packages.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'program', basename(source).replace(/\.ts$/, '.js'))
}
