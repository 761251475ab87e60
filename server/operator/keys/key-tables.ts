/** The named keys of the operator (D113). */
export interface OperatorKeyTables {
  operator_keys: OperatorKeyTable
}

interface OperatorKeyTable {
  readonly name: string
  /** 1 for the first key of a name; a rotation adds the next one. */
  readonly version: number
  /** SHA-256 of the key, which itself is not stored. */
  readonly digest: string
  /** Scopes joined by commas. */
  readonly scopes: string
  readonly created_at: number
  /** Null: without an end. */
  readonly expires_at: number | null
  readonly revoked_at: number | null
  /** To the minute; null before the first use. */
  readonly last_used_at: number | null
}
