import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { errorCode } from '#server/database/errors.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** A complete file in the folder of incoming files, flushed to the disk. */
export interface ReceivedFile {
  readonly path: string
  readonly bytes: number
  /** Lower-case hexadecimal. */
  readonly sha256: string
}

/** `cut`: the stream ended early. `disk-full`: the disk or the quota is full. */
export type ReceiveFailure = 'empty' | 'too-large' | 'cut' | 'disk-full'

interface ReceiveOptions {
  /** Path of the new file. */
  readonly path: string
  /** Maximum size, in bytes. */
  readonly limit: number
}

/** Ends a stream that exceeds its limit. */
class TooLargeError extends Error {}

/** Codes of the operating system, SQLite and PostgreSQL (53100). */
const DISK_FULL_CODES: ReadonlySet<string | null> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', '53100'])

/** Whether a write failed because the disk or the database is full. */
export const isDiskFull = (error: unknown): boolean => DISK_FULL_CODES.has(errorCode(error))

function toFailure(error: unknown, source: Readable): ReceiveFailure | null {
  if (error instanceof TooLargeError) return 'too-large'
  if (isDiskFull(error)) return 'disk-full'
  return source.errored === null ? null : 'cut'
}

/**
 * Writes a stream to a file and flushes it. Stops at the first byte beyond the limit. A failure
 * removes the file.
 */
export async function receiveFile(
  source: Readable,
  { path, limit }: ReceiveOptions,
): Promise<Result<ReceivedFile, ReceiveFailure>> {
  const hash = createHash('sha256')
  let bytes = 0

  async function* limitAndHash(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > limit) throw new TooLargeError()
      hash.update(chunk)
      yield chunk
    }
  }

  try {
    await pipeline(source, limitAndHash, createWriteStream(path, { mode: 0o600, flush: true }))
    if (bytes > 0) return ok({ path, bytes, sha256: hash.digest('hex') })
    await rm(path, { force: true })
    return err('empty')
  } catch (error) {
    const failure = toFailure(error, source)
    await rm(path, { force: true })
    if (failure === null) throw error
    return err(failure)
  }
}
