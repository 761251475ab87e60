/** The tables of the market; prices are whole centavos, amounts whole US$, instants epoch ms, dates Bogotá's. */
export interface MarketTables {
  market_deals: DealTable
  market_sessions: SessionTable
  market_state: StateTable
}

export interface DealTable {
  readonly id: string
  readonly market: string
  readonly date: string
  /** Place in the market's running sequence, which deals and annulments share (D51). */
  readonly sequence: number
  readonly term: number
  readonly sector: number
  readonly origin: string
  readonly time: number
  readonly price: number
  readonly amount: number
  /** The market's now when the deal was taken in: a late one becomes visible then, not at its own time. */
  readonly recorded_at: number
  readonly annulled_at: number | null
  readonly annulled_sequence: number | null
}

/** One closed session: its figures, and the TRM that its deals give. */
export interface SessionTable {
  readonly market: string
  readonly date: string
  readonly open: number
  readonly last: number
  readonly low: number
  readonly high: number
  readonly average: number
  readonly sum: number
  readonly last_amount: number
  readonly low_amount: number
  readonly high_amount: number
  readonly count: number
  readonly last_time: number
  readonly trm: number | null
  /** The seed that gives the day's deals again; null when they were real. */
  readonly seed: number | null
}

/** One row: what the market goes on with after a restart. */
export interface StateTable {
  readonly id: string
  /** How far the demo's market clock is from the real one (D52), in milliseconds. */
  readonly shift: number | null
  /** The seed of the simulated market in this database. */
  readonly seed: number | null
}
