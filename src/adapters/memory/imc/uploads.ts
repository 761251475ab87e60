import type { StoredFile } from '#src/adapters/memory/imc/entity.ts'
import type { MemoryNetwork } from '#src/adapters/memory/network.ts'
import type { UploadOptions } from '#src/application/imc/ports.ts'
import { type AttachedFile, fileExtension, type UploadFailure } from '#src/domain/attachment.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { err, type Result } from '#src/domain/result.ts'
import { createDemoPdf } from '#src/simulator/entities/documents.ts'

/** Largest content that is stored. Of a larger file only the name and the size are stored. */
const MAX_STORED_BYTES = 65_536

const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}

/**
 * Returns the URL of a stored file, which contains the file. Without a stored content, it is a page
 * with the title.
 */
export function toFileUrl(file: StoredFile | null, title: string): string {
  if (file === null || file.content === '') return `data:application/pdf;base64,${toBase64(createDemoPdf(title))}`
  return `data:${TYPES[fileExtension(file.name)] ?? 'application/octet-stream'};base64,${file.content}`
}

/** Receives a file and calls `store` with its content. */
export type ReceiveFile = (
  file: AttachedFile,
  options: UploadOptions | undefined,
  store: (file: StoredFile) => Result<void, CallFailure>,
) => Promise<Result<void, UploadFailure>>

/** Receives uploads. A test can make them fail. */
export interface MemoryUploads {
  readonly receive: ReceiveFile
  /** Makes the next `times` uploads of a file with this name fail. */
  failNext(name: string, times: number): void
}

export function createMemoryUploads(network: MemoryNetwork): MemoryUploads {
  const failures = new Map<string, number>()

  return {
    async receive(file, { onProgress = () => {}, signal } = {}, store) {
      const buffer = await file.arrayBuffer().catch(() => null)
      if (buffer === null) return err({ kind: 'unreadable' })
      onProgress(0.5)
      const failuresLeft = failures.get(file.name) ?? 0
      failures.set(file.name, failuresLeft - 1)
      if (signal?.aborted || failuresLeft > 0 || !network.isUp()) return err({ kind: 'unreachable' })
      onProgress(1)
      const content = buffer.byteLength <= MAX_STORED_BYTES ? toBase64(new Uint8Array(buffer)) : ''
      return store({ name: file.name, content })
    },
    failNext(name, times) {
      failures.set(name, times)
    },
  }
}
