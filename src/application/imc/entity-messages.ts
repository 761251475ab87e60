import { CONTACT_SUPPORT, listFailureMessage } from '#src/application/imc/imc-messages.ts'
import type { CallFailure } from '#src/domain/call.ts'

/** The support text for the screens of a subscription. In §8 only this text has the accent. */
const SUBSCRIPTION_CONTACT_SUPPORT = 'Error en el servidor, por favor comuníquese con el equipo de soporte'

/** Title of a refused request (§8). */
export const REFUSED_TITLE = 'Error!'

/** Shown after a purchase, a link or a change (§4). */
export const REQUEST_SENT = 'Solicitud Enviada.'

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
