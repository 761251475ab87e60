/**
 * Tables of the feeds: instants in epoch ms of the real clock, dates in Bogotá time, prices in
 * centavos.
 */
export interface FeedTables {
  feed_states: FeedStateTable
  trm_certified: TrmTable
}

export interface FeedStateTable {
  readonly name: string
  /**
   * Hash of the request's URL and headers, and of how its reply is read. Values of another provider
   * are ignored.
   */
  readonly provider: string
  readonly attempted_at: number
  readonly succeeded_at: number | null
  /** Failed attempts since the last success. */
  readonly failures: number
  /** Why the last attempt failed; null after a success. */
  readonly error: string | null
  /** The last valid value as JSON; null without a value. */
  readonly content: string | null
}

interface TrmTable {
  readonly date_from: string
  readonly date_until: string
  readonly value: number
  /** When the row was added or last changed. */
  readonly loaded_at: number
}
