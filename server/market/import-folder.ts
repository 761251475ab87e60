import { lstat, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type FileLock, lockFile } from '#server/database/file-lock.ts'

const FOLDER_PREFIX = 'mercado-dolar-importacion-'

/** The file that the server of the import locks until the import ends. */
const LOCK_FILE = 'importacion.lock'

/** Removes a folder. Retries: another server may be removing it at the same time. */
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 3 })

/** Locks the lock file of an import folder; null when it is locked. */
function tryLock(folder: string): FileLock | null {
  try {
    return lockFile(join(folder, LOCK_FILE))
  } catch {
    return null
  }
}

/** Runs `use` with an empty temporary folder, and removes the folder afterwards. */
export async function withImportFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX))
  try {
    // The file gets its name when it is locked: another server removes folders with a free lock.
    const newPath = join(folder, `${LOCK_FILE}.nuevo`)
    const lock = lockFile(newPath)
    try {
      await rename(newPath, join(folder, LOCK_FILE))
      return await use(folder)
    } finally {
      lock.release()
    }
  } finally {
    await removeFolder(folder)
  }
}

/** Whether this program created a folder, as this user. */
async function isImportFolder(folder: string): Promise<boolean> {
  try {
    const [entry, lock] = [await lstat(folder), await lstat(join(folder, LOCK_FILE))]
    return entry.isDirectory() && lock.isFile() && entry.uid === (process.getuid?.() ?? entry.uid)
  } catch {
    return false
  }
}

/** Removes the temporary folders of imports whose process was killed. */
export async function removeKilledImports(): Promise<void> {
  const names = await readdir(tmpdir())
  for (const name of names.filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const folder = join(tmpdir(), name)
    const lock = (await isImportFolder(folder)) ? tryLock(folder) : null
    if (lock === null) continue
    try {
      await removeFolder(folder)
    } finally {
      lock.release()
    }
  }
}
