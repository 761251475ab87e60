import { connectionCause, formConnectionCause, serviceMessage } from '#src/application/platform/apology.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import type { UploadFailure } from '#src/domain/attachment.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { SentRequest } from '#src/domain/imc/requests/requests.ts'

/** Shown when the server fails in a list or a form of the IMC area (§8). */
export const CONTACT_SUPPORT = 'Error en el servidor, por favor comuniquese con el equipo de soporte'

/** Title of a list that was not loaded, and of a refused action (§8). */
export const ERROR_TITLE = 'Ha ocurrido un error'

/** Shown when a form opens again after the session ended and the user signed in. */
export const WORK_RESTORED = 'Recuperamos lo que estaba escribiendo. Aún no se ha enviado.'

/**
 * Explains why a list was not loaded: by the message of a rejection, by the connection's failure,
 * or by the support text (§8).
 */
export function listFailureMessage(failure: CallFailure | null): string {
  if (failure?.kind === 'rejected' && failure.message !== null) return failure.message
  return connectionCause(failure) ?? CONTACT_SUPPORT
}

/** Refusals that a retry cannot mend: an id that is malformed, of another entity or unknown. */
const MISSING_STATUSES: readonly number[] = [400, 403, 404]

/** True if this entity has no item with the id in the address. */
export const isMissing = ({ value, failure }: Pick<ResourceState<unknown>, 'value' | 'failure'>): boolean =>
  value === null && failure?.kind === 'rejected' && MISSING_STATUSES.includes(failure.status)

/** Explains in the second line of a notice why an action failed or was refused (§8, D65). */
export const actionFailureMessage = (failure: CallFailure | null): string =>
  serviceMessage(failure) ?? connectionCause(failure) ?? CONTACT_SUPPORT

/** The same for a form, which still shows what the user typed. */
export const formFailureMessage = (failure: CallFailure | null): string =>
  serviceMessage(failure) ?? formConnectionCause(failure) ?? CONTACT_SUPPORT

const UNREADABLE = 'No pudimos leer el archivo. Elíjalo de nuevo.'

/** An upload has a longer timeout than other calls. */
const UPLOAD_TIMEOUT = 'El archivo tardó más de 60 segundos en cargarse. Revise su conexión e inténtelo de nuevo.'

/** Explains why a file was not uploaded. */
export function uploadFailureMessage(failure: UploadFailure | null): string {
  if (failure?.kind === 'unreadable') return UNREADABLE
  return failure?.kind === 'timeout' ? UPLOAD_TIMEOUT : actionFailureMessage(failure)
}

/** The support text for the screens of a subscription. In §8 only this text has the accent. */
const SUBSCRIPTION_CONTACT_SUPPORT = 'Error en el servidor, por favor comuníquese con el equipo de soporte'

/** Title of a refused request (§8). */
export const REFUSED_TITLE = 'Error!'

/** The button that closes the error of a form. */
export const BACK_TO_FORM = 'Volver al formulario'

/** Shown after a purchase, a link or a change (§4). */
const REQUEST_SENT = 'Solicitud Enviada.'

/** Shown instead when another administrator has to confirm the request (D106). */
const REQUEST_AWAITS = 'Solicitud creada. Espera la confirmación de otra persona.'

export const requestSentText = ({ isUnconfirmed }: Pick<SentRequest, 'isUnconfirmed'>): string =>
  isUnconfirmed ? REQUEST_AWAITS : REQUEST_SENT

/** Shown after a lost reply: the service may have the request. */
export const REQUEST_MAY_EXIST =
  'Su solicitud pudo haber llegado. Envíela de nuevo sin cambios o búsquela en Mis solicitudes.'

export const SEE_REQUESTS = 'Ver Mis solicitudes'

/** Shown while a request is sent (§4). */
export const PROCESSING_TITLE = 'Cargando...'
export const PROCESSING = 'Espera mientras se procesa la solicitud.'

/** Explains why the screens of a subscription were not loaded (§8). */
export function subscriptionFailureMessage(failure: CallFailure | null): string {
  const text = listFailureMessage(failure)
  return text === CONTACT_SUPPORT ? SUBSCRIPTION_CONTACT_SUPPORT : text
}

/** `Se descargó solicitudes-2026-11-20.csv, 12 filas`. */
export const downloadedRowsText = (name: string, rows: number): string =>
  `Se descargó ${name}, ${rows} ${rows === 1 ? 'fila' : 'filas'}`

/** Shown when the browser refuses the file; the displayed rows do not change. */
export const NOT_PREPARED = { lead: 'No pudimos preparar el archivo.', rest: 'Los datos en pantalla siguen al día.' }

/** The button that closes a notice. */
export const HIDE_NOTICE = 'Ocultar'
