import { symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

import { temporaryFolder } from '#tests/support/databases.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Builds a program of the project into one JavaScript file and returns its path. The built program
 * starts five times as fast as its source. It is removed after the test file.
 */
export async function bundleProgram(source: string): Promise<string> {
  const folder = await temporaryFolder()
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { ssr: source, outDir: join(folder, 'program'), target: 'node20', minify: false },
  })
  // The bundle does not contain the packages.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'program', basename(source).replace(/\.ts$/, '.js'))
}
