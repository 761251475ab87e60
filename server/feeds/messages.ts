import type { FeedFailure } from '#server/feeds/feed-failure.ts'
import { FETCH_TIMEOUT_MS, MAX_FEED_BYTES, MAX_REDIRECTS } from '#server/feeds/feed-limits.ts'

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
