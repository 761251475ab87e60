/** The tables of alerts: instants in epoch ms, levels in centavos or hundredths of a percent. */
export interface AlertTables {
  alerts_state: AlertStateTable
  alerts_rules: AlertRuleTable
  alerts_firings: AlertFiringTable
  alerts_channels: AlertChannelTable
  alerts_push: AlertPushTable
}

/** One row: how far the log is evaluated. Each transaction about alerts changes it first. */
interface AlertStateTable {
  readonly id: string
  /** Increases with each change of a client. */
  readonly revision: number
  /** The last line of the log that is evaluated, and the sequence numbers after it. */
  readonly line_id: number
  readonly spot_sequence: number
  readonly nextday_sequence: number
  readonly last_firing: number
  /** First day of the last TRM that is evaluated; null before the first. */
  readonly trm_from: string | null
}

export interface AlertRuleTable {
  readonly id: string
  readonly client_id: string
  /** The revision of the client's last change. */
  readonly revision: number
  /** Instant of the real clock. */
  readonly created_at: number
  readonly kind: string
  readonly market: string
  readonly side: string
  readonly level: number
  readonly minutes: number | null
  readonly pause: number | null
  readonly until: string | null
  /** The last line of the log before the client's last change. */
  readonly after_line: number
  /** `deleted` until the evaluation has forgotten the alert. */
  readonly status: string
  readonly is_armed: number | null
  readonly fired_at: number | null
  readonly fired_by: string | null
}

export interface AlertFiringTable {
  /** Ascending in the order of the commits. */
  readonly id: number
  readonly alert_id: string
  readonly client_id: string
  /** JSON of the rule that fired: the alert may change later. */
  readonly rule: string
  readonly kind: string
  readonly deal_id: string | null
  /** Centavos. */
  readonly price: number
  /** Market time. */
  readonly at: number
  /** Instant of the real clock. */
  readonly recorded_at: number
  /** Real time of the end of the quiet hours that hold the messages back; null if they do not. */
  readonly held_until: number | null
}

export interface AlertChannelTable {
  readonly client_id: string
  readonly mail: number
  readonly quiet_from: string | null
  readonly quiet_until: string | null
  readonly webhook_url: string | null
  /** Encrypted. */
  readonly webhook_secret: string | null
}

/** A browser that gets push messages. */
export interface AlertPushTable {
  /** Hash of the endpoint. */
  readonly id: string
  readonly client_id: string
  /** The session in which the browser was last seen. */
  readonly session_id: string
  readonly endpoint: string
  readonly public_key: string
  readonly secret: string
  /** The public key of the server with which the browser subscribed. */
  readonly server_key: string
  /** Instant of the session clock. */
  readonly created_at: number
}
