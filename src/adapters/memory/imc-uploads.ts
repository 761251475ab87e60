import type { UploadOptions } from '#src/application/imc/ports.ts'
import type { AttachedFile, UploadFailure } from '#src/domain/attachment.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { err, type Result } from '#src/domain/result.ts'

/** Receives a file and calls `store`. */
export type ReceiveFile = (
  file: AttachedFile,
  options: UploadOptions | undefined,
  store: () => Result<void, CallFailure>,
) => Promise<Result<void, UploadFailure>>

/** Receives uploads. A test can make them fail. */
export interface MemoryUploads {
  readonly receive: ReceiveFile
  /** Makes the next `times` uploads of a file with this name fail. */
  failNext(name: string, times: number): void
}

export function createMemoryUploads(): MemoryUploads {
  const failures = new Map<string, number>()

  return {
    async receive(file, { onProgress = () => {}, signal } = {}, store) {
      const content = await file.arrayBuffer().catch(() => null)
      if (content === null) return err({ kind: 'unreadable' })
      onProgress(0.5)
      const failuresLeft = failures.get(file.name) ?? 0
      failures.set(file.name, failuresLeft - 1)
      if (signal?.aborted || failuresLeft > 0) return err({ kind: 'unreachable' })
      onProgress(1)
      return store()
    },
    failNext(name, times) {
      failures.set(name, times)
    },
  }
}
