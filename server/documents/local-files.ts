import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { errorCode } from '#server/database/errors.ts'
import type { DocumentFiles } from '#server/documents/document-files.ts'

/** Number of first characters of a key. They are the name of its folder, to spread the files. */
const FOLDER_CHARACTERS = 2

const isMissing = (error: unknown) => errorCode(error) === 'ENOENT'

/** Flushes the entries of a folder to the disk, so that a crash loses no renamed file. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Syncs the parent of each folder that `mkdir` created; `outermost` is the topmost of them. */
async function syncParents(folder: string, outermost: string): Promise<void> {
  await syncFolder(dirname(folder))
  if (resolve(folder) !== resolve(outermost)) await syncParents(dirname(folder), outermost)
}

/**
 * Stores documents in a folder. It must be on the file system of the uploads, because `save`
 * renames the uploaded file.
 */
export function createLocalFiles(folder: string): DocumentFiles {
  const toPath = (key: string) => join(folder, key.slice(0, FOLDER_CHARACTERS), key)

  return {
    async save(key, { path }) {
      const target = toPath(key)
      const outermost = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await rename(path, target)
      await syncFolder(dirname(target))
      if (outermost !== undefined) await syncParents(dirname(target), outermost)
    },

    async open(key) {
      const stream = createReadStream(toPath(key))
      try {
        await once(stream, 'open')
        return stream
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    remove: (key) => rm(toPath(key), { force: true }),
  }
}
