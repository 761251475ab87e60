/** The tables of documents: instants in epoch ms, sizes in bytes. */
export interface DocumentTables {
  documents: DocumentTable
  document_leftovers: DocumentLeftoverTable
}

/**
 * An uploaded document. It belongs either to a requirement of a request or, as a contract, to a
 * user; each of them has at most one.
 */
export interface DocumentTable {
  /** Random; also the key of its file. */
  readonly id: string
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
 * The file of an upload that is not complete, or of a replaced document. It is removed at the next
 * start, if not before.
 */
export interface DocumentLeftoverTable {
  readonly document_id: string
  /** 0 once its removal has begun: its upload can no longer complete. */
  readonly since: number
}
