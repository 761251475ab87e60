import type { CallFailure } from '#src/domain/call.ts'

/** Largest file that may be attached, in bytes (D29). */
export const MAX_ATTACHMENT_BYTES = 512_000

export type AttachmentViolation = 'no-file' | 'extension' | 'empty' | 'too-large'

/** The name of a file and its size in bytes. */
export interface FileFacts {
  readonly name: string
  readonly size: number
}

/** A file that the user chose, such as a browser's `File`. */
export interface AttachedFile extends FileFacts {
  /** The media type; '' when it is unknown. */
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}

/** `unreadable`: the file was deleted or changed after the user chose it. */
export type UploadFailure = CallFailure | { readonly kind: 'unreadable' }

/** The extension in lower case, without its dot; '' if the name has no extension. */
export const fileExtension = (name: string): string => /[^.]\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * Returns the first rule that a file breaks; null for a valid file. `extensions` are lower case,
 * without dot.
 */
export function attachmentViolation(file: FileFacts | null, extensions: readonly string[]): AttachmentViolation | null {
  if (file === null) return 'no-file'
  if (!extensions.includes(fileExtension(file.name))) return 'extension'
  if (file.size <= 0) return 'empty'
  return file.size > MAX_ATTACHMENT_BYTES ? 'too-large' : null
}
