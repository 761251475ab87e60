import type { Readable } from 'node:stream'

import type { ReceivedFile } from '#server/documents/receive-file.ts'

/** Stores the contents of documents by key. Keys are random and never reused. */
export interface DocumentFiles {
  /**
   * Stores a received file under a new key, and may remove the received file. After it resolves, a
   * crash of the machine does not lose the content.
   */
  save(key: string, file: ReceivedFile): Promise<void>
  /** Opens the content; null when the key does not exist. */
  open(key: string): Promise<Readable | null>
  /** Removes the content, if it exists. */
  remove(key: string): Promise<void>
}
