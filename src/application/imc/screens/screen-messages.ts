import { actionFailureMessage } from '#src/application/imc/imc-messages.ts'
import type { RowNames } from '#src/application/platform/list-messages.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { ScreenStatus } from '#src/domain/imc/screens/screen.ts'
import { formatCount, formatMonthlyCost } from '#src/domain/money.ts'

export const SCREEN_ROWS: RowNames = { one: 'pantalla', many: 'pantallas', feminine: true }
/** The search compares username and full name. */
export const SEARCH_SCREENS_BY_USER = 'Buscar por Usuario'
export const SCREENS_FAILED = 'No pudimos consultar las pantallas'
export const NO_SCREENS = {
  lead: 'Esta suscripción no tiene pantallas',
  rest: 'Aparecerán aquí cuando se active la suscripción.',
}

export const LINK = 'Vincular'
export const RELEASE = 'Desvincular'
export const CHANGE = 'Cambiar'
export const IN_PROGRESS = 'Tramitando'
export const RELEASE_SELECTED = 'Desvincular seleccionadas'

export const SCREEN_COLUMN_TITLES = {
  screen: 'Pantalla',
  profile: 'Perfil',
  username: 'Usuario',
  fullName: 'Nombre',
  status: 'Estado',
} as const

export const STATUS_NAMES: Readonly<Record<ScreenStatus, string>> = {
  available: 'Disponible',
  assigned: 'Asignada',
  transit: 'Tránsito',
}

/** Why a screen with an open request has no action. */
export const TRANSIT_REFUSAL = 'La pantalla tiene una solicitud en trámite.'

/** `La solicitud de P-04 está en curso.` */
export const inProgressNotice = (screen: string): string => `La solicitud de ${screen} está en curso.`
export const IN_PROGRESS_ADVICE = 'Podrá actuar cuando se complete.'
export const SEE_REQUEST = 'Ver'
export const HIDE_NOTICE = 'Ocultar'

/** `Pantallas de la suscripción 004512`. */
export const screensPageTitle = (number: string): string => `Pantallas de la suscripción ${number}`

/** `Paquete USD-PRO-10, Dólar profesional. Costo mensual $ 1.842.500,00`. */
export function screensIntro(code: string, name: string, cost: number | null): string {
  const product = `Paquete ${code}, ${name}.`
  return cost === null ? product : `${product} Costo mensual $\u00a0${formatMonthlyCost(cost)}`
}

export interface StatusCounts {
  readonly assigned: number
  readonly transit: number
  readonly available: number
  readonly screens: number
}

/** `5 asignadas, 2 en tránsito y 3 disponibles de 10`. */
export const statusCountsText = ({ assigned, transit, available, screens }: StatusCounts): string =>
  `${formatCount(assigned)} asignadas, ${formatCount(transit)} en tránsito y ${formatCount(available)} disponibles de ${formatCount(screens)}`

/** The question before a release (exact text of §8). */
export const RELEASE_QUESTION = '¿esta seguro de continuar?'
export const RELEASE_NO = 'No'
export const RELEASE_YES = 'Si'
export const CLOSE = 'Cerrar'

/** `Se pedirá liberar la pantalla P-05 de Germán Darío Páez.` */
export const releaseOneText = (screen: string, user: string): string =>
  `Se pedirá liberar la pantalla ${screen}${user === '' ? '' : ` de ${user}`}.`

/** `Se pedirá liberar 3 pantallas:` */
export const releaseManyText = (count: number): string =>
  count === 1 ? 'Se pedirá liberar 1 pantalla:' : `Se pedirá liberar ${formatCount(count)} pantallas:`

/** Heading of the list of selected screens that cannot be released. */
export const NOT_RELEASED = 'No se pueden liberar:'
/** Why a screen cannot be released, by status. */
export const STATUS_REFUSALS: Readonly<Record<ScreenStatus, string>> = {
  available: 'está disponible',
  assigned: '',
  transit: 'tiene una solicitud en trámite',
}
export const UNKNOWN_STATUS_REFUSAL = 'su estado es desconocido'

/** `2 de 3 solicitudes enviadas`. */
export const releaseResult = (sent: number, all: number): string =>
  `${formatCount(sent)} de ${formatCount(all)} ${all === 1 ? 'solicitud enviada' : 'solicitudes enviadas'}`

export const RELEASE_SENT = 'Solicitud enviada'
export const RELEASE_WAITING = 'En espera'
export const RELEASE_SENDING = 'Enviando'
export const RETRY_FAILED = 'Reintentar las que fallaron'

/** Returns the server's error message if there is one, else the general text of §8. */
export const releaseFailureMessage = (failure: CallFailure | null): string =>
  failure?.kind === 'server-error' && failure.message !== null ? failure.message : actionFailureMessage(failure)
