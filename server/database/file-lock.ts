import Libsql from 'libsql'

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
