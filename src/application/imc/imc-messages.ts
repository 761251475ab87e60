import type { UploadFailure } from '#src/application/imc/attached-file.ts'
import { connectionCause, serviceMessage } from '#src/application/platform/apology.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'

/** §8: shown when the server fails in a list or a form of the IMC area. */
export const SUPPORT = 'Error en el servidor, por favor comuniquese con el equipo de soporte'

/** §8: title of a list that could not be loaded, and of a refused action. */
export const ERROR_TITLE = 'Ha ocurrido un error'

/** A form is open again after the login that followed an ended session. */
export const WORK_RESTORED = 'Recuperamos lo que estaba escribiendo. Aún no se ha enviado.'

/**
 * Why a list could not be loaded: a 4xx shows its message, everything else the support text (§8).
 */
export function listingFailure(failure: GatewayFailure | null): string {
  if (failure?.kind === 'rejected' && failure.message !== null) return failure.message
  return connectionCause(failure) ?? SUPPORT
}

/** Why an action was refused or failed, for the second line of its notice (§8, D65). */
export const actionFailure = (failure: GatewayFailure | null): string =>
  serviceMessage(failure) ?? connectionCause(failure) ?? SUPPORT

const UNREADABLE = 'No pudimos leer el archivo. Elíjalo de nuevo.'

/** An upload has a longer timeout than other calls. */
const UPLOAD_TIMEOUT = 'El archivo tardó más de 60 segundos en cargarse. Revise su conexión e inténtelo de nuevo.'

/** Why a file was not uploaded. */
export function uploadFailure(failure: UploadFailure | null): string {
  if (failure?.kind === 'unreadable') return UNREADABLE
  return failure?.kind === 'timeout' ? UPLOAD_TIMEOUT : actionFailure(failure)
}
