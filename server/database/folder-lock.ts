import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import * as z from 'zod'

import { codeOf, detailOf } from '#server/database/errors.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

const LOCK_FILE = 'server.lock'
const HOLDER_FILE = 'server.json'

/** Who holds the folder, as far as it could say so; the port is null until it listens. */
export interface FolderHolder {
  readonly pid: number
  readonly port: number | null
}

export type FolderLockFailure =
  | { readonly kind: 'folder-busy'; readonly dataDir: string; readonly holder: FolderHolder | null }
  | { readonly kind: 'unusable-folder'; readonly dataDir: string; readonly detail: string }

export interface FolderLock {
  /** Leaves word of where the holder listens, for the message of those that are refused. */
  announce(port: number): void
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

function failureOf(dataDir: string, error: unknown): FolderLockFailure {
  if (codeOf(error) === 'SQLITE_BUSY') return { kind: 'folder-busy', dataDir, holder: readHolder(dataDir) }
  return { kind: 'unusable-folder', dataDir, detail: detailOf(error) }
}

/**
 * Takes a data folder for one server (D60). The lock is an open transaction on an empty database of its own: the system
 * takes it back when the process ends in whatever way, so that none is ever left behind, and no process number is trusted.
 */
export function lockFolder(dataDir: string, pid: number): Result<FolderLock, FolderLockFailure> {
  try {
    mkdirSync(dataDir, { recursive: true })
    const lock = new Libsql(join(dataDir, LOCK_FILE))
    try {
      lock.exec('begin immediate')
    } catch (error) {
      lock.close()
      throw error
    }
    const announce = (port: number | null) =>
      writeFileSync(join(dataDir, HOLDER_FILE), JSON.stringify({ pid, port } satisfies FolderHolder))
    announce(null)
    return ok({
      announce,
      release: () => {
        rmSync(join(dataDir, HOLDER_FILE), { force: true })
        lock.close()
      },
    })
  } catch (error) {
    return err(failureOf(dataDir, error))
  }
}
