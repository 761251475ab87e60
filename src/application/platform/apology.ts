import type { GatewayFailure } from '#src/application/platform/failure.ts'

/** First sentence of a form whose request failed (§8). */
export const APOLOGY = 'Pedimos disculpas'

const UNKNOWN = 'Ha ocurrido un error, por favor intenta más tarde'

/**
 * Why a form's request failed: the message of the service, else that of the failure. Null is an
 * unexpected error.
 */
export function requestFailure(failure: GatewayFailure | null): string {
  switch (failure?.kind) {
    case 'timeout':
      return 'El servicio tardó más de 10 segundos en responder. Lo que escribió sigue aquí; inténtelo de nuevo.'
    case 'unreachable':
      return 'No pudimos comunicarnos con el servicio. Revise su conexión e inténtelo de nuevo.'
    case 'rejected':
    case 'server-error':
      return failure.message ?? UNKNOWN
    case 'malformed':
    case undefined:
      return UNKNOWN
  }
}
