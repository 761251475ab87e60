/**
 * Tables of the feeds; instants are epoch ms of the real clock, dates Bogotá's, prices whole
 * centavos.
 */
export interface FeedTables {
  feed_states: FeedStateTable
  trm_certified: TrmTable
}

export interface FeedStateTable {
  readonly name: string
  /** Hash of the address and the mapping: values of another provider are not shown. */
  readonly provider: string
  readonly attempted_at: number
  readonly succeeded_at: number | null
  /** Failed attempts since the last success. */
  readonly failures: number
  /** Why the last attempt failed; null after a success. */
  readonly error: string | null
  /** The last good value as JSON; null without one. */
  readonly content: string | null
}

export interface TrmTable {
  readonly date_from: string
  readonly date_until: string
  readonly value: number
  /** When it was first loaded or last changed. */
  readonly loaded_at: number
}
