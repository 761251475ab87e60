import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'

import { temporaryFolder } from '#tests/support/databases.ts'
import { writePictureFonts } from '../../tools/picture-fonts.mjs'

/** Returns the folder with the fonts of the preview picture; the first call of a run writes it. */
export async function preparePictureFonts(): Promise<string> {
  const prepared = join(inject('runFolder'), 'fonts')
  if (existsSync(prepared)) return prepared
  const draft = join(await temporaryFolder(), 'fonts')
  await writePictureFonts(draft)
  await rename(draft, prepared).catch((error: NodeJS.ErrnoException) => {
    // Another worker has written the folder first.
    if (error.code !== 'ENOTEMPTY') throw error
  })
  return prepared
}
