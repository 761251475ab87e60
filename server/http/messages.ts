/** Default messages by HTTP status (D44). */
export const REFUSALS = {
  400: 'La solicitud no es válida.',
  403: 'La solicitud viene de otro sitio y no se admite.',
  404: 'La dirección solicitada no existe.',
  405: 'La dirección existe, pero no admite ese método.',
  408: 'La solicitud tardó demasiado en llegar.',
  413: 'La solicitud es demasiado grande.',
  414: 'La dirección es demasiado larga.',
  415: 'El contenido debe enviarse como JSON.',
  431: 'Los encabezados de la solicitud son demasiado grandes.',
  500: 'Ocurrió un error inesperado. Intente de nuevo en unos minutos.',
  503: 'El servicio no responde en este momento. Intente de nuevo en unos segundos.',
} as const

export type RefusalStatus = keyof typeof REFUSALS

/** Why a request with a human check that is missing, used or expired is refused (D9). */
export const CHALLENGE_REFUSED = 'La verificación no es válida o ya venció. Verifique de nuevo e intente otra vez.'

export const UNREADABLE_JSON = 'El contenido no es un JSON válido.'
export const UNREADABLE_FORM = 'El formulario no se puede leer.'
export const UNREADABLE_ADDRESS = 'La dirección no se puede leer.'

/** Why an address of a visitor's read is refused that has another spelling of its query. */
export const otherSpellingMessage = (address: string): string => `La consulta se escribe así: ${address}`

const FIELD_MESSAGES: Readonly<Record<string, string>> = {
  fecha: 'La fecha no es válida.',
  from: 'La fecha inicial (from) no es válida: escriba AAAA-MM-DD.',
  to: 'La fecha final (to) no es válida: escriba AAAA-MM-DD.',
  monto: 'El monto no es válido: escriba cifras, con un punto antes de los decimales.',
  valor: 'El valor de la tasa no es válido: escriba cifras, con un punto antes de los decimales.',
  formato: 'El formato es json, csv o csv-es.',
  mercado: 'El mercado no es válido.',
  market: 'El mercado no es válido.',
  moneda: 'La moneda no es válida.',
  delay: 'El retraso no es válido.',
  sector: 'El sector no es válido.',
  periodo: 'El periodo no es válido.',
  usr: 'El usuario no es válido.',
  pwd: 'La contraseña no es válida.',
  value: 'La contraseña no es válida.',
  revalue: 'La contraseña no es válida.',
  user_pwd: 'La contraseña no es válida.',
  email: 'El correo electrónico no es válido.',
}

/** Message for an invalid field. */
export const invalidFieldMessage = (field: string): string =>
  FIELD_MESSAGES[field] ?? (field === '' ? REFUSALS[400] : `El campo «${field}» no es válido.`)

/** Formats a wait, such as `1 segundo`. */
export const formatSeconds = (seconds: number): string => `${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}`

/** Message for a network with too many requests of one kind. */
export const tooManyCallsMessage = (seconds: number): string =>
  `Demasiadas solicitudes desde su red. Intente de nuevo en ${formatSeconds(seconds)}.`

/** Message for an account with too many requests of one kind. */
export const tooManyAccountCallsMessage = (seconds: number): string =>
  `Demasiadas solicitudes desde su cuenta. Intente de nuevo en ${formatSeconds(seconds)}.`

/** Message for a caller with too many failed attempts. */
export const tooManyAttemptsMessage = (seconds: number): string =>
  `Demasiados intentos. Intente de nuevo en ${formatSeconds(seconds)}.`

/** Message for a caller whose password is not checked, because too many wait already. */
export const busyMessage = (seconds: number): string =>
  `Muchas personas están ingresando en este momento. Intente de nuevo en ${formatSeconds(seconds)}.`

export const OPERATOR_KEY_REFUSED = 'La clave del operador no es válida.'
export const INVALID_IDEMPOTENCY_KEY = 'La clave de idempotencia no es válida.'

/** Messages for the fields of a form, without a final point (§5, D63). */
export const NOT_OFFERED = 'La opción no es válida'
export const NOT_AN_EMAIL = 'El correo electrónico no es válido'
export const SPECIAL_CHARACTERS = 'El campo no debe contener caracteres especiales'
export const DIGITS_ONLY = 'El campo sólo debe contener números'

/** Message for a text that is too short or too long. */
export const lengthMessage = ({ minimum, maximum }: { readonly minimum: number; readonly maximum: number }): string =>
  `Entre ${minimum} y ${maximum} caracteres`
