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

/** Timeout of a whole request, including its redirects and reading the reply. */
export const FETCH_TIMEOUT_MS = 10_000

/** Maximum size of a reply, after decompression. */
export const MAX_FEED_BYTES = 2_000_000

export const MAX_REDIRECTS = 3

/** Media types of JSON replies. */
export const JSON_TYPES = /^(?:application|text)\/(?:[\w.-]+\+)?json\b/i

/** The `Accept` header of requests for JSON. */
export const JSON_ACCEPT = 'application/json'

/** Parses JSON; undefined when it is malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Why the last attempt failed, for the operator. */
export function feedFailureMessage(failure: FeedFailure): string {
  switch (failure.kind) {
    case 'timeout':
      return `No respondió en ${FETCH_TIMEOUT_MS / 1_000} segundos.`
    case 'unreachable':
      return `No se pudo conectar (${failure.detail}).`
    case 'status':
      return `Respondió con el estado ${failure.status}.`
    case 'too-large':
      return `La respuesta pasa de ${MAX_FEED_BYTES / 1_000_000} MB.`
    case 'too-many-redirects':
      return `Redirige más de ${MAX_REDIRECTS} veces.`
    case 'forbidden-redirect':
      return 'Redirige a una dirección que no se admite.'
    case 'unexpected-type':
      return failure.type === '' ? 'La respuesta no dice de qué tipo es.' : `Respondió con ${failure.type}.`
    case 'malformed':
      return 'La respuesta no tiene la forma esperada.'
    case 'no-rows':
      return 'Ninguna fila de la respuesta se puede leer.'
  }
}
