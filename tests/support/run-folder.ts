import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder that all test files of one run share; removed after the run. */
    runFolder: string
  }
}

/** Creates the run folder. Vitest calls it once before the first test file. */
export async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'mercado-dolar-run-'))
  project.provide('runFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}
