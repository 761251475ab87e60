import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { errorCode } from '#server/database/errors.ts'
import type { DocumentFiles } from '#server/documents/document-files.ts'

/** Number of leading characters of a key that name its folder, so that no folder has all files. */
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

/** Syncs the folders above a new folder, up to the parent of the first created folder. */
async function syncParents(folder: string, firstCreated: string): Promise<void> {
  await syncFolder(dirname(folder))
  if (resolve(folder) !== resolve(firstCreated)) await syncParents(dirname(folder), firstCreated)
}

/** Stores documents in a folder, which must be on the disk of the received files. */
export function createLocalFiles(folder: string): DocumentFiles {
  const toPath = (key: string) => join(folder, key.slice(0, FOLDER_CHARACTERS), key)

  return {
    async save(key, { path }) {
      const target = toPath(key)
      const firstCreated = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await rename(path, target)
      await syncFolder(dirname(target))
      if (firstCreated !== undefined) await syncParents(dirname(target), firstCreated)
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
