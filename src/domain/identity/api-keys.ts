import type { Instant } from '#src/domain/time/bogota.ts'

/** Maximum number of keys of a client for the public API (D130). */
export const MAX_API_KEYS = 5

/** Maximum length of the name of a key, in characters. */
export const MAX_KEY_NAME_LENGTH = 40

/** A key of the public API, without its secret. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  /** The last characters of the secret. */
  readonly ending: string
  readonly createdAt: Instant
  /** Calls of today. */
  readonly calls: number
}

/** The keys of a client and the calls of each that a day allows. */
export interface ApiKeyList {
  readonly keys: readonly ApiKey[]
  readonly quota: number
}
