import { existsSync } from 'node:fs'
import { mkdtemp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'

/**
 * Returns the path of a file or folder that the test files of a run share. The first caller creates
 * it: `prepare` writes it in an empty folder and returns its path there. Workers that call at the
 * same time prepare it twice: a lock that ends with a killed worker would cost more than that.
 */
export async function prepareOnce(name: string, prepare: (folder: string) => Promise<string>): Promise<string> {
  const runFolder = inject('runFolder')
  const prepared = join(runFolder, name)
  if (existsSync(prepared)) return prepared
  const draft = await prepare(await mkdtemp(join(runFolder, 'draft-')))
  await rename(draft, prepared).catch((error: NodeJS.ErrnoException) => {
    // Another worker has written the folder first.
    if (error.code !== 'ENOTEMPTY') throw error
  })
  return prepared
}
