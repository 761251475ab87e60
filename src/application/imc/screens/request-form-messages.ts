import { REQUIREMENT_MESSAGES } from '#src/application/imc/requests/documents.ts'
import type { RowNames } from '#src/application/platform/list-messages.ts'
import type { ScreenKey } from '#src/domain/imc/screens/screen.ts'
import type { ObservationsViolation, ScreenRequestViolations } from '#src/domain/imc/screens/screen-requests.ts'

export const LINK_TITLE = 'Usuarios asignables'
export const CHANGE_TITLE = 'Cambio de pantalla'
export const SEND = 'Enviar'
export const CANCEL = 'Cancelar'
export const OBSERVATIONS = 'Observación'

export const PROFILE_LABEL = 'Perfil'
export const CHOOSE_PROFILE = 'Seleccione un perfil'
export const NO_PROFILES = 'No hay perfiles disponibles'
export const USERS_NAME = 'Usuario a vincular'
export const NEW_USERS_NAME = 'Usuario de destino'
export const FREE_SCREENS_NAME = 'Pantalla de destino'
export const SEARCH_ASSIGNABLE = 'Buscar por Nombre'
export const ASSIGNABLE_ROWS: RowNames = { one: 'usuario', many: 'usuarios' }
export const FREE_SCREEN_ROWS: RowNames = { one: 'pantalla', many: 'pantallas', feminine: true }
export const FREE_SCREEN_COLUMN_TITLES = {
  screen: 'Pantalla',
  code: 'Paquete',
  number: 'Suscripción',
  profile: 'Perfil',
} as const

export const REQUIREMENTS_NAME = 'Requisitos'
export const REQUIREMENT_COLUMN_TITLES = { document: 'Requisito', file: 'Archivo' } as const
export const CHOOSE_PROFILE_FIRST = 'Elija primero un perfil.'
/** Why 'Enviar' has no effect: the required documents are not loaded yet. */
export const REQUIREMENTS_LOADING = 'Espere a que carguen los requisitos para poder enviar.'
export const RELOAD_REQUIREMENTS = 'Cargue los requisitos de nuevo para poder enviar.'
export const NO_REQUIREMENTS = 'Este perfil no exige documentos.'

export const ASSIGNABLE_FAILED = 'No pudimos consultar los usuarios'
export const ASSIGNABLE_SERVER_ERROR = 'Ha ocurrido un error en el servidor, intentalo mas tarde'
export const FREE_SCREENS_FAILED = 'No pudimos consultar las pantallas disponibles'
export const PROFILES_FAILED = 'No pudimos consultar los perfiles'
export const REQUIREMENTS_FAILED = 'No pudimos consultar los requisitos'
export const NO_ASSIGNABLE = {
  lead: 'No hay usuarios asignables',
  rest: 'Aparecen aquí los usuarios activos que no tienen pantalla.',
}

/** `No hay pantallas disponibles para el perfil Consulta`. */
export const noFreeScreens = (profile: string): { readonly lead: string; readonly rest: string } => ({
  lead: `No hay pantallas disponibles para el perfil ${profile}`,
  rest: 'Desvincule una pantalla o solicite un paquete.',
})

/** The two moves of a change (D27). */
export const MOVES_LABEL = 'Tipo de cambio'
export const OTHER_SCREEN = 'Otra pantalla para el mismo usuario'
export const OTHER_USER = 'Otro usuario para la misma pantalla'
export const OUTCOME_TITLE = 'Así queda'
export const NOW = 'Ahora'
export const AFTERWARDS = 'Después'

export const ASSIGN = 'Asignar'
export const SCREEN_NOUN = 'pantalla'
export const ASSIGN_TITLE = `${ASSIGN} ${SCREEN_NOUN}`
export const ASSIGNED_SCREEN_NAME = 'Pantalla a asignar'
export const SEARCH_FREE_SCREENS = 'Buscar por Pantalla, Paquete, Suscripción o Perfil'
export const NO_FREE_SCREENS = {
  lead: 'No hay pantallas disponibles',
  rest: 'Desvincule una pantalla o solicite un paquete.',
}
export const CHOOSE_SCREEN_FIRST = 'Elija primero una pantalla.'
/** `Una pantalla disponible para César Augusto Niño`. */
export const assignContext = (user: string): string => `Una pantalla disponible para ${user}`
const NO_SCREEN_CHOSEN = 'Elija una pantalla.'
/** The chosen screen got another user or a request while the dialog was open. */
export const SCREEN_TAKEN = 'La pantalla que eligió ya no está disponible. Elija otra; lo demás se conserva.'

/** Exact texts of §5. */
const NO_PROFILE_CHOSEN = 'No has seleccionado un perfil, por favor selecciona un perfil'
const NO_USER_CHOSEN = 'No has asignado un usuario'

/** Shown at each missing file. The text of §5 is shown once, above the files. */
const FILE_MISSING = 'Falta este archivo.'

function observationsMessage(violation: ObservationsViolation): string {
  return violation.code === 'length'
    ? `La observación tiene máximo ${violation.maximum} caracteres.`
    : 'La observación tiene caracteres no válidos.'
}

/** `Faltan 2 archivos para poder enviar.`; '' when all are attached. */
export function missingFilesText(missing: number): string {
  if (missing === 0) return ''
  return missing === 1 ? 'Falta 1 archivo para poder enviar.' : `Faltan ${missing} archivos para poder enviar.`
}

/** Shown when the request exists but an upload failed, or also stopped those after it (D85). */
export const requestCreatedText = (reference: string, isStopped: boolean): string =>
  `La solicitud ${reference} ya está creada. Reintentar carga ${isStopped ? 'los archivos que faltan' : 'solo el archivo que falló'}.`

/** `Vincular la pantalla P-07 de la suscripción 004512`. */
export const linkContext = (screen: string, number: string): string =>
  `Vincular la pantalla ${screen} de la suscripción ${number}`

/** `Pantalla P-05 de la suscripción 004512, asignada a Germán Darío Páez`. */
export const changeContext = (screen: string, number: string, user: string): string =>
  `Pantalla ${screen} de la suscripción ${number}, asignada a ${user}`

export const CONFIRM_LINK_TITLE = 'Confirme la vinculación'
export const CONFIRM_LINK = 'Confirmar vinculación'
export const linkQuestion = (screen: string, user: string, profile: string): string =>
  `Se vinculará la pantalla ${screen} a ${user} con el perfil ${profile}.`

/** Names the subscription too: the names of screens repeat in each. */
export const assignOutcome = ({ screen, number }: ScreenKey, user: string, profile: string): string =>
  `Se asignará la pantalla ${screen} de la suscripción ${number} a ${user}${profile && ` con el perfil ${profile}`}.`

export const CONFIRM_CHANGE_TITLE = 'Confirme el cambio'
export const CONFIRM_CHANGE = 'Confirmar cambio'
export const userChangeQuestion = (screen: string, from: string, to: string): string =>
  `La pantalla ${screen} pasará de ${from} a ${to}.`
export const screenChangeQuestion = (user: string, from: string, to: string): string =>
  `${user} pasará de la pantalla ${from} a la pantalla ${to}.`

/** The errors of a link, change or assign dialog; null for a valid field. */
export interface RequestErrors {
  readonly screen: string | null
  readonly profile: string | null
  readonly user: string | null
  readonly observations: string | null
  /** The messages of missing or invalid documents, by requirement id. */
  readonly files: Readonly<Record<string, string>>
}

export const NO_REQUEST_ERRORS: RequestErrors = {
  screen: null,
  profile: null,
  user: null,
  observations: null,
  files: {},
}

/** Maps the broken rules to messages (§5). */
export const toRequestErrors = ({
  screen,
  profile,
  user,
  files,
  observations,
}: ScreenRequestViolations): RequestErrors => ({
  screen: screen ? NO_SCREEN_CHOSEN : null,
  profile: profile ? NO_PROFILE_CHOSEN : null,
  user: user ? NO_USER_CHOSEN : null,
  observations: observations ? observationsMessage(observations) : null,
  files: Object.fromEntries(
    Object.entries(files ?? {}).map(([id, violation]) => [
      id,
      violation === 'no-file' ? FILE_MISSING : REQUIREMENT_MESSAGES[violation],
    ]),
  ),
})
