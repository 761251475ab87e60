/** Why a request to a provider failed. */
export type FeedFailure =
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable'; readonly detail: string }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'too-many-redirects' }
  | { readonly kind: 'forbidden-redirect' }
  | { readonly kind: 'unexpected-type'; readonly type: string }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'no-rows' }
