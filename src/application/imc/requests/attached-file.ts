import type { FileFacts } from '#src/domain/attachment.ts'
import type { CallFailure } from '#src/domain/call.ts'

/** A file that the user chose, such as a browser's `File`. */
export interface AttachedFile extends FileFacts {
  /** The media type; '' when it is unknown. */
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}

export interface UploadOptions {
  /** Receives the progress from 0 to 1. */
  readonly onProgress?: ((progress: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** `unreadable`: the file was deleted or changed after the user chose it. */
export type UploadFailure = CallFailure | { readonly kind: 'unreadable' }
