/** The tables of documents: instants in epoch ms, sizes in bytes. */
export interface DocumentTables {
  documents: DocumentTable
  document_leftovers: DocumentLeftoverTable
}

/**
 * An uploaded document. It belongs to a requirement of a request or, as a contract, to a user. Each
 * owner has at most one document.
 */
export interface DocumentTable {
  /** Random; also the key of the file, unless `file_id` names another. */
  readonly id: string
  /** The key of the file of the document from which a correction took this one over (D90). */
  readonly file_id: string | null
  readonly entity_id: string
  readonly request_id: string | null
  readonly requirement_id: string | null
  readonly user_id: string | null
  readonly file_name: string
  /** The extension, which the content matches. */
  readonly kind: string
  readonly bytes: number
  readonly sha256: string
  readonly uploaded_at: number
  readonly uploaded_by: string
}

/**
 * The file of an incomplete upload or of a replaced document. The next server start removes it at
 * the latest.
 */
interface DocumentLeftoverTable {
  readonly document_id: string
  /** When the file was registered. 0 marks a begun removal: the upload can no longer complete. */
  readonly since: number
}
