/** Why a call returned no usable result (D38). */
export type GatewayFailure =
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'rejected'; readonly status: number; readonly message: string | null }
  | { readonly kind: 'server-error'; readonly status: number; readonly message: string | null }
  | { readonly kind: 'malformed' }

/**
 * A field of the portal's configuration that cannot be used, by its path (`humanCheck.provider`).
 */
export interface ConfigProblem {
  readonly field: string
  readonly reason: 'missing' | 'invalid'
}

/**
 * Why the portal cannot start (D39): its configuration did not load, or has these invalid fields.
 */
export type ConfigFailure =
  | GatewayFailure
  | { readonly kind: 'invalid-config'; readonly problems: readonly ConfigProblem[] }
