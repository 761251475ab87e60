/** The keys of clients for the public API (D130). */
export interface ApiKeyTables {
  api_keys: ApiKeyTable
  api_key_uses: ApiKeyUseTable
}

interface ApiKeyTable {
  readonly id: string
  readonly client_id: string
  readonly name: string
  /** SHA-256 of the key, which itself is not stored. */
  readonly digest: string
  /** The last characters of the key, by which its owner tells it apart. */
  readonly ending: string
  readonly created_at: number
  readonly rotated_at: number | null
}

/** The calls of a key on a day of Bogotá. */
interface ApiKeyUseTable {
  readonly key_id: string
  readonly day: string
  readonly calls: number
}
