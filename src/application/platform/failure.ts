/** Why a call returned no usable result (D38). */
export type GatewayFailure =
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'rejected'; readonly status: number; readonly message: string | null }
  | { readonly kind: 'server-error'; readonly status: number; readonly message: string | null }
  | { readonly kind: 'malformed' }

/** An invalid field of the portal's configuration; `field` is a path, `humanCheck.provider`. */
export interface ConfigProblem {
  readonly field: string
  readonly reason: 'missing' | 'invalid'
}

/** Why the portal cannot start (D39): the configuration did not load, or has invalid fields. */
export type ConfigFailure =
  | GatewayFailure
  | { readonly kind: 'invalid-config'; readonly problems: readonly ConfigProblem[] }
