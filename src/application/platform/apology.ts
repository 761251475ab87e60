import type { GatewayFailure } from '#src/application/platform/failure.ts'

/** §8: what a form says first when its request did not get through. */
export const APOLOGY = 'Pedimos disculpas'

const UNKNOWN = 'Ha ocurrido un error, por favor intenta más tarde'

/**
 * Why a form's request failed: the service's own words if it sent any; null is an unexpected error.
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
