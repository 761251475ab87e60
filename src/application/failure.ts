/** Why a call to the outside gave no answer that can be used (D38). */
export type GatewayFailure =
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'rejected'; readonly status: number; readonly message: string | null }
  | { readonly kind: 'server-error'; readonly status: number; readonly message: string | null }
  | { readonly kind: 'malformed' }
