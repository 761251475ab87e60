/**
 * The tables of the market. Prices are whole centavos, amounts whole US$, instants epoch ms, and
 * dates are days in Bogotá.
 */
export interface MarketTables {
  market_deals: DealTable
  /** Trading days. */
  market_sessions: DayTable
  market_empty_days: EmptyDayTable
  market_state: StateTable
  market_loading: LoadingTable
  market_log: LogTable
  market_lease: LeaseTable
  market_sources: SourceTable
  market_deal_reviews: ReviewTable
}

export interface DealTable {
  readonly id: string
  readonly market: string
  readonly date: string
  /** Number in the market's sequence, which deals and annulments share (D51). */
  readonly sequence: number
  readonly term: number
  readonly sector: number
  readonly origin: string
  readonly time: number
  readonly price: number
  readonly amount: number
  /** Market time when the deal was recorded. A late deal becomes visible then. */
  readonly recorded_at: number
  readonly annulled_at: number | null
  readonly annulled_sequence: number | null
  /** Market time when the annulment was recorded. */
  readonly annulled_recorded_at: number | null
}

/** The figures of a closed trading day, and the TRM of its deals. */
export interface DayTable {
  readonly market: string
  readonly date: string
  readonly open: number
  readonly last: number
  readonly low: number
  readonly high: number
  readonly average: number
  /** Sum of the amounts. */
  readonly sum: number
  readonly last_amount: number
  readonly low_amount: number
  readonly high_amount: number
  readonly count: number
  readonly last_time: number
  readonly trm: number | null
  /** The seed that simulates the day's deals again; null for real deals. */
  readonly seed: number | null
  /** JSON of the corrections of the day (D119); null without any. */
  readonly corrections: string | null
}

/** A day without counted deals that has corrections (D119): its deals were annulled. */
interface EmptyDayTable {
  readonly market: string
  readonly date: string
  /** JSON of the corrections of the day. */
  readonly corrections: string
}

/** One row: the state to restore after a restart. */
interface StateTable {
  readonly id: string
  /** Market time minus real time in the demo (D52), in milliseconds. */
  readonly shift: number | null
  /** The seed of the simulated market in this database. */
  readonly seed: number | null
}

/**
 * One row per market of a running import: no reader sees the deals with these sequence numbers yet.
 */
interface LoadingTable {
  readonly market: string
  readonly first_sequence: number
  readonly last_sequence: number
}

/** The commits of the market, numbered in their order (D109). Old lines are deleted. */
interface LogTable {
  readonly id: number
  /** Number of the turn of the process that wrote the line. */
  readonly turn: number
  readonly kind: string
  /** JSON of a line. */
  readonly payload: string
  /** Instant of the database's clock. */
  readonly committed_at: number
}

/** One row: which process writes the market. */
interface LeaseTable {
  readonly id: string
  /** Number of the turn of the writer. */
  readonly turn: number
  /** Address at which the other processes reach the writer. */
  readonly address: string | null
  /** Instant of the database's clock. */
  readonly expires_at: number
  readonly last_id: number
  /** Market time up to which the writer has reported all events. */
  readonly recorded_until: number
  /** Market time minus real time at the real instant `shift_at`, in milliseconds. */
  readonly shift: number
  readonly shift_at: number
}

/** One row per market: what is known of its source (D114). Instants are market time. */
interface SourceTable {
  readonly market: string
  /** The last batch of the source; null before the first. */
  readonly seen_at: number | null
  /** Since when the source has been silent beyond the limit; null while it is not. */
  readonly frozen_since: number | null
}

/** Reported deals that wait, or waited, for the operator (D118). Instants are market time. */
export interface ReviewTable {
  readonly id: string
  readonly market: string
  readonly term: number
  readonly sector: number
  readonly origin: string
  readonly time: number
  readonly price: number
  readonly amount: number
  readonly reason: string
  /** The last accepted price when the deal was reported; null without one. */
  readonly reference: number | null
  readonly received_at: number
  readonly status: string
  /** When the operator decided, or the source withdrew the deal; null while it waits. */
  readonly decided_at: number | null
  /** The reason that the operator gave. */
  readonly decision: string | null
}
