import { createWriteStream } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { Manifest } from '#server/backup/archive.ts'
import { isFileError } from '#server/backup/file-errors.ts'
import { CUT_BACKUP, formatBackupExists, formatBackupUnwritable } from '#server/backup/messages.ts'
import { verifyArchive } from '#server/backup/verify-archive.ts'
import { errorDetail } from '#server/database/errors.ts'
import { formatCallFailure } from '#server/operator/terminal/client-messages.ts'
import type { ServerAccess } from '#server/operator/terminal/server-access.ts'
import { OPERATOR_BASE, operatorPaths } from '#src/adapters/http/contract/operator/operator.ts'
import { OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { errorReply } from '#src/adapters/http/contract/values.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

interface BackupTarget extends ServerAccess {
  readonly file: string
}

const fileExists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

async function readRefusal(response: Response): Promise<string> {
  const refusal = errorReply.safeParse(await response.json().catch(() => null))
  return refusal.success ? refusal.data.message : formatCallFailure({ kind: 'unexpected', status: response.status })
}

/** Requests a backup without a limit of its total time, because a backup may take hours. */
async function requestBackup({ url, key }: BackupTarget): Promise<Result<ReadableStream<Uint8Array>, string>> {
  try {
    const response = await fetch(`${url}${OPERATOR_BASE}${operatorPaths.backup}`, {
      headers: { [OPERATOR_KEY_HEADER]: key },
    })
    return response.ok && response.body !== null ? ok(response.body) : err(await readRefusal(response))
  } catch {
    return err(formatCallFailure({ kind: 'unreachable', url }))
  }
}

/** Writes the archive to a new file that only its owner may read, and verifies the file. */
async function receiveArchive(body: ReadableStream<Uint8Array>, path: string): Promise<Result<Manifest, string>> {
  try {
    const content = Readable.fromWeb(body as NodeReadableStream<Uint8Array>)
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  } catch (error) {
    return err(isFileError(error) ? formatBackupUnwritable(path, errorDetail(error)) : CUT_BACKUP)
  }
  const verified = await verifyArchive(path)
  return verified.ok ? verified : err(CUT_BACKUP)
}

/**
 * Saves a backup of the running server in a new file. Refuses an existing file. The backup gets its
 * name after its verification; a failure removes the partial file.
 */
export async function saveBackup(target: BackupTarget): Promise<Result<Manifest, string>> {
  const { file } = target
  if (await fileExists(file)) return err(formatBackupExists(file))
  const body = await requestBackup(target)
  if (!body.ok) return body
  const partial = `${file}.${process.pid}.parcial`
  const received = await receiveArchive(body.value, partial)
  if (received.ok) await rename(partial, file)
  else await rm(partial, { force: true })
  return received
}
