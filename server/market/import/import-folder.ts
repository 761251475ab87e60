import { lstat, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileLock, lockFile } from '#server/database/folder-lock.ts'
import type { DealRow } from '#server/market/import/deal-csv.ts'

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

/** Stores the checked rows of an import in a temporary file instead of the memory. */
export interface RowSpool {
  add(rows: readonly DealRow[]): Promise<void>
  /** Reads the rows in the order and groups in which they were added. */
  read(): AsyncIterable<readonly DealRow[]>
}

/** Runs `use` with an empty spool, and removes the file of the spool afterwards. */
export const withRowSpool = <T>(use: (spool: RowSpool) => Promise<T>): Promise<T> =>
  withImportFolder(async (folder) => {
    const path = join(folder, 'filas.jsonl')
    const file = await open(path, 'a')
    try {
      return await use({
        add: (rows) => file.appendFile(`${JSON.stringify(rows)}\n`),
        read: () => readGroups(path),
      })
    } finally {
      await file.close()
    }
  })

/** Reads the groups of the file; each line is a group. */
async function* readGroups(path: string): AsyncGenerator<readonly DealRow[], void, undefined> {
  const file = await open(path)
  try {
    for await (const line of file.readLines({ encoding: 'utf8', autoClose: false })) yield JSON.parse(line)
  } finally {
    await file.close()
  }
}
