import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { FileFacts } from '#src/domain/attachment.ts'

/** A file that the user chose; a browser's `File` is one. */
export interface AttachedFile extends FileFacts {
  /** The media type, '' when unknown. */
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}

export interface UploadOptions {
  /** Receives the sent part, 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** `unreadable`: the file is gone or changed since it was chosen. */
export type UploadFailure = GatewayFailure | { readonly kind: 'unreadable' }
