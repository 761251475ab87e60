import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Database } from '#server/database/connection.ts'
import { countServers } from '#server/database/database-lock.ts'

/** The file beside the folder of documents that identifies it. */
const MARK_FILE = 'documentos.id'

interface SharedFolderParts {
  readonly database: Database
  /** The folder that has the folder of documents. */
  readonly dataDir: string
  /** Finds the stored value of a name, or stores this one. */
  readonly findOrAddKey: (id: string, newKey: string) => Promise<string>
  readonly newKey: string
}

/**
 * Returns whether the folder of documents is that of the other servers of the database. The folder
 * of a server that is alone is that of the database from then on, for example after a restore.
 */
export async function isSharedFolder({ database, dataDir, findOrAddKey, newKey }: SharedFolderParts): Promise<boolean> {
  const path = join(dataDir, MARK_FILE)
  const key = await findOrAddKey('documents-folder', newKey)
  const mark = await readFile(path, 'utf8').catch(() => null)
  if (mark === key) return true
  // The first server of a database stores its own key. Others may wait for its start.
  if (key !== newKey && (await countServers(database)) > 1) return false
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(path, key, { mode: 0o600 })
  return true
}
