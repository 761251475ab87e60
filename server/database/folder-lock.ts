import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import * as z from 'zod'
import { errorCode, errorDetail } from '#server/database/errors.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** A locked file. */
export interface FileLock {
  release(): void
}

/**
 * Locks a file, which is created if it does not exist. The lock is an open transaction on an empty
 * SQLite database; the operating system releases it when the process ends. Throws SQLITE_BUSY when
 * the file is locked.
 */
export function lockFile(path: string): FileLock {
  const lock = new Libsql(path)
  try {
    lock.exec('begin immediate')
  } catch (error) {
    lock.close()
    throw error
  }
  return { release: () => void lock.close() }
}

const LOCK_FILE = 'server.lock'
const HOLDER_FILE = 'server.json'

/** The process that holds the lock; its port is null until it listens. */
export interface FolderHolder {
  readonly pid: number
  readonly port: number | null
}

export type FolderLockFailure =
  | { readonly kind: 'folder-busy'; readonly dataDir: string; readonly holder: FolderHolder | null }
  | { readonly kind: 'unusable-folder'; readonly dataDir: string; readonly detail: string }

interface FolderLock {
  /** Writes the port to the folder, for the error message of a second server. */
  savePort(port: number): void
  release(): void
}

const holderSchema = z.object({ pid: z.int(), port: z.int().nullable() })

function readHolder(dataDir: string): FolderHolder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(join(dataDir, HOLDER_FILE), 'utf8')))
  } catch {
    return null
  }
}

function toFailure(dataDir: string, error: unknown): FolderLockFailure {
  if (errorCode(error) === 'SQLITE_BUSY') return { kind: 'folder-busy', dataDir, holder: readHolder(dataDir) }
  return { kind: 'unusable-folder', dataDir, detail: errorDetail(error) }
}

/**
 * Locks a data folder for one server (D60). The operating system releases the lock when the process
 * ends.
 */
export function lockFolder(dataDir: string, pid: number): Result<FolderLock, FolderLockFailure> {
  try {
    mkdirSync(dataDir, { recursive: true })
    const lock = lockFile(join(dataDir, LOCK_FILE))
    const saveHolder = (port: number | null) =>
      writeFileSync(join(dataDir, HOLDER_FILE), JSON.stringify({ pid, port } satisfies FolderHolder))
    saveHolder(null)
    return ok({
      savePort: saveHolder,
      release: () => {
        rmSync(join(dataDir, HOLDER_FILE), { force: true })
        lock.release()
      },
    })
  } catch (error) {
    return err(toFailure(dataDir, error))
  }
}
