import { actionFailureMessage } from '#src/application/imc/messages.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { SentRequest } from '#src/domain/imc/requests/requests.ts'
import type { ScreenStatus } from '#src/domain/imc/screens/screen.ts'
import { formatCount } from '#src/domain/money.ts'

/** The question before a release (exact text of §8). */
export const RELEASE_QUESTION = '¿esta seguro de continuar?'
export const RELEASE_NO = 'No'
export const RELEASE_YES = 'Si'

/** `Se pedirá desvincular la pantalla P-05 de Germán Darío Páez.` */
export const releaseOneText = (screen: string, user: string): string =>
  `Se pedirá desvincular la pantalla ${screen}${user === '' ? '' : ` de ${user}`}.`

/** `Se pedirá desvincular 3 pantallas:` */
export const releaseManyText = (count: number): string =>
  count === 1 ? 'Se pedirá desvincular 1 pantalla:' : `Se pedirá desvincular ${formatCount(count)} pantallas:`

/** Heading of the list of selected screens that cannot be released. */
export const NOT_RELEASED = 'No se pueden desvincular:'
/** Why a screen cannot be released, by status. */
export const STATUS_REFUSALS: Readonly<Record<ScreenStatus, string>> = {
  available: 'está disponible',
  assigned: '',
  transit: 'tiene una solicitud en curso',
}
export const UNKNOWN_STATUS_REFUSAL = 'su estatus es desconocido'

type Sent = Pick<SentRequest, 'isUnconfirmed'>

/** `2 de 3 solicitudes enviadas`; with four eyes `2 de 3 solicitudes por confirmar` (D106). */
export function releaseResult(sent: number, all: number, { isUnconfirmed }: Sent): string {
  const count = `${formatCount(sent)} de ${formatCount(all)}`
  if (isUnconfirmed) return `${count} ${all === 1 ? 'solicitud' : 'solicitudes'} por confirmar`
  return `${count} ${all === 1 ? 'solicitud enviada' : 'solicitudes enviadas'}`
}

export const releaseSentText = ({ isUnconfirmed }: Sent): string =>
  isUnconfirmed ? 'Solicitud por confirmar' : 'Solicitud enviada'
export const RELEASE_WAITING = 'En espera'
export const RELEASE_SENDING = 'Enviando'
export const RETRY_FAILED = 'Reintentar las que fallaron'

/** Returns the server's error message if there is one, else the general text of §8. */
export const releaseFailureMessage = (failure: CallFailure | null): string =>
  failure?.kind === 'server-error' && failure.message !== null ? failure.message : actionFailureMessage(failure)
