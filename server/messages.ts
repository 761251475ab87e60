import type { FolderHolder } from '#server/database/folder-lock.ts'
import type { Mail } from '#server/delivery/mail.ts'
import type { Client } from '#server/identity/client-store.ts'
import type { EndReason } from '#server/identity/session-store.ts'
import type { StartFailure } from '#server/start-failure.ts'
import type { PasswordViolation } from '#src/domain/identity/password.ts'
import type { RegistrationViolation } from '#src/domain/identity/registration.ts'
import type { TradingDayFailure } from '#src/domain/trading/market-day.ts'

/** Valid values of each environment variable, for the error message at the start (D60). */
export const SETTING_MESSAGES = {
  HOST: 'debe ser un nombre o una dirección en la que escuchar, como localhost o 0.0.0.0',
  PORT: 'debe ser un número entero de 0 a 65535',
  DATA_DIR: 'debe ser una carpeta',
  DATABASE_URL: 'debe ser una dirección de PostgreSQL, como postgres://usuario:clave@servidor:5432/base',
  MARKET_CLOCK:
    'debe ser demo, real o un instante de 2000 a 2099, como 2026-11-20T10:40 (hora de Bogotá) o 2026-11-20T10:40:00-05:00',
  MARKET_SOURCE: 'debe ser simulator o ingest',
  SIM_SEED: 'debe ser un número entero de 0 a 4294967295',
  SIM_SPEED: 'debe ser un número mayor que 0 y hasta 3600, y 1 cuando MARKET_CLOCK es real',
  DEMO_DATA: 'debe ser on u off',
  OPERATOR_KEY: 'debe tener al menos 16 caracteres, y es obligatoria cuando MARKET_SOURCE es ingest',
  TRUST_PROXY: 'debe ser off, el número de proxies (1 a 10) o sus direcciones separadas por comas',
  LOG_LEVEL: 'debe ser fatal, error, warn, info, debug, trace o silent',
  PORTAL_CONFIG: 'debe ser un archivo JSON con campos de /config.json',
  PUBLIC_URL: 'debe ser la dirección del portal, como https://portal.example, sin ruta',
  SMTP_URL: 'debe ser la dirección de un servidor de correo, como smtps://usuario:clave@servidor:465',
  MAIL_FROM: 'debe ser una dirección de correo, como no-responder@portal.example',
  APPLICATION_USER: 'debe ir junto con APPLICATION_PASSWORD',
  APPLICATION_PASSWORD: 'debe tener al menos 16 caracteres e ir junto con APPLICATION_USER',
  HUMAN_CHECK_SECRET: 'debe ser la clave secreta que dio el servicio de verificación de personas',
  STREAMS_PER_ADDRESS: 'debe ser un número entero de 1 a 1000000',
  OLD_DAYS_PER_MINUTE: 'debe ser un número entero de 1 a 1000000',
  CLOCK_OFFSET_MS: 'debe ser un número entero de milisegundos, y no se admite en producción',
} as const

export type SettingName = keyof typeof SETTING_MESSAGES

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
} as const

export type RefusalStatus = keyof typeof REFUSALS

export const UNREADABLE_JSON = 'El contenido no es un JSON válido.'
export const UNREADABLE_FORM = 'El formulario no se puede leer.'
export const UNREADABLE_ADDRESS = 'La dirección no se puede leer.'

const FIELD_MESSAGES: Readonly<Record<string, string>> = {
  fecha: 'La fecha no es válida.',
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

/** Message for a field that breaks the contract. */
export const invalidField = (field: string): string =>
  FIELD_MESSAGES[field] ?? (field === '' ? REFUSALS[400] : `El campo «${field}» no es válido.`)

const formatHolder = (holder: FolderHolder | null) => {
  if (holder === null) return ''
  return holder.port === null ? ` (proceso ${holder.pid})` : ` (proceso ${holder.pid}, puerto ${holder.port})`
}

const formatPostgresVersion = (version: number) => `${Math.floor(version / 10_000)}`

/** Why the server did not start and what the operator can do. */
export function startMessage(failure: StartFailure): string {
  switch (failure.kind) {
    case 'folder-busy':
      return `Otro servidor${formatHolder(failure.holder)} ya usa la carpeta de datos ${failure.dataDir}. Deténgalo o indique otra carpeta con DATA_DIR.`
    case 'database-busy':
      return 'Otro servidor ya usa la base de datos de DATABASE_URL. Deténgalo o indique otra.'
    case 'unusable-folder':
      return `La carpeta de datos ${failure.dataDir} no se puede usar: ${failure.detail}. Revise sus permisos o indique otra con DATA_DIR.`
    case 'not-a-database':
      return `La base de datos de ${failure.dataDir} está dañada o no es de SQLite: ${failure.detail}. Restaure una copia o indique otra carpeta con DATA_DIR.`
    case 'unreachable':
      return `No se pudo abrir la base de datos de DATABASE_URL: ${failure.detail}.`
    case 'old-postgres':
      return `La base de datos es PostgreSQL ${formatPostgresVersion(failure.version)}; se necesita la versión 15 o posterior.`
    case 'newer-schema':
      return `La base de datos es de una versión más nueva de este programa (${failure.migration}). Actualice el programa.`
    case 'portal-missing':
      return `No hay un portal construido en ${failure.folder}. Ejecute npm run build.`
    case 'portal-config':
      return failure.fields.length === 0
        ? `El archivo ${failure.file} de PORTAL_CONFIG no se puede leer o no es un objeto JSON.`
        : `El archivo ${failure.file} de PORTAL_CONFIG tiene campos que no se admiten: ${failure.fields.join(', ')}.`
    case 'no-check-secret':
      return `La verificación de personas es de ${failure.provider} y falta su clave secreta. Indíquela con HUMAN_CHECK_SECRET.`
    case 'port-taken':
      return `El puerto ${failure.port} ya está en uso. Cierre el programa que lo usa o indique otro con PORT.`
    case 'port-forbidden':
      return `No hay permiso para usar el puerto ${failure.port}. Indique otro con PORT.`
    case 'unknown-host':
      return `No se puede escuchar en ${failure.host}. Indique otra dirección con HOST.`
  }
}

export const CONFIG_REFUSED = 'El servidor no puede iniciar. Corrija estas variables de entorno:'
/** MARKET_SOURCE=ingest is refused: no route records deals yet. */
export const NO_DEALS_CALL =
  'MARKET_SOURCE=ingest no se admite: este servidor no tiene una llamada que reciba operaciones, y el mercado quedaría vacío. Quite MARKET_SOURCE o indique simulator.'
export const CRASHED = 'El servidor falló de forma inesperada y se cierra. El detalle está en el registro.'
export const STOPPING = 'Cerrando el servidor…'
export const STOPPED = 'Servidor cerrado.'

/** Printed when the server is ready. */
export const readyMessage = (url: string): string =>
  `Mercado Dólar está disponible en ${url}\nPara terminar, pulse Ctrl+C.`

/** Why a day has no data: before the first known day, or too far in the future. */
export const tradingDayMessage = (failure: TradingDayFailure): string =>
  failure.kind === 'before-history'
    ? `No hay datos de esa fecha. Los datos empiezan el ${failure.first}.`
    : 'La fecha está demasiado lejos en el futuro.'

/** The request needs a session. */
export const SIGN_IN = 'Inicie sesión para continuar.'
export const CHALLENGE_REFUSED = 'La verificación no es válida o ya venció. Verifique de nuevo e intente otra vez.'
export const SIGNED_OUT = 'Sesión cerrada.'
export const CLOSED_ACCOUNT = 'Cuenta de usuario Inactiva'
export const OTHER_CLIENT = 'Los datos no corresponden a su sesión.'
export const TERMS_PENDING = 'Acepte los términos y condiciones para continuar.'
export const KEY_EXPIRED = 'Su contraseña ha expirado. Cámbiela para continuar.'
export const KEY_IN_FORCE = 'Su contraseña no ha expirado.'
export const NO_APPLICATION_ACCOUNT = 'El servidor no tiene cuenta de aplicación.'
export const REGISTERED = 'Registro recibido.'

/** Message for the owner of an ended session. */
export const SESSION_ENDED: Readonly<Record<EndReason, string>> = {
  logout: SIGN_IN,
  replaced: SIGN_IN,
  takeover: 'Su sesión se abrió en otro equipo.',
  password: 'Su contraseña cambió. Inicie sesión de nuevo.',
  expired: 'Su sesión venció. Inicie sesión de nuevo.',
}

const retryIn = (seconds: number) => `ntente de nuevo en ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`

export const tooManyAttempts = (seconds: number): string => `Demasiados intentos. I${retryIn(seconds)}`
export const tooManyCalls = (seconds: number): string => `Demasiadas solicitudes desde su red. I${retryIn(seconds)}`
export const tooManyStreams = (seconds: number): string =>
  `Hay demasiadas conexiones en vivo desde su red. Cierre alguna o i${retryIn(seconds)}`

/** The password messages of §5. */
export function passwordMessage(violation: PasswordViolation): string {
  switch (violation.code) {
    case 'empty':
      return 'Campo Vacío'
    case 'too-short':
      return `La contraseña no puede ser menor de ${violation.minimum} caracteres`
    case 'mismatch':
      return 'Contraseñas Incompatibles'
    case 'invalid-character':
      return 'Caracteres no válidos'
    case 'missing-special':
      return 'Falta Caracter Especial'
    case 'missing-uppercase':
      return 'Falta una letra mayúscula'
    case 'too-long':
      return `La contraseña no puede ser mayor de ${violation.maximum} caracteres`
  }
}

function registrationText(violation: RegistrationViolation): string {
  switch (violation.code) {
    case 'required':
      return 'El campo es requerido'
    case 'special-character':
      return 'El campo no debe contener caracteres especiales'
    case 'digits-only':
      return 'El campo sólo debe contener números'
    case 'length':
      return `Entre ${violation.minimum} y ${violation.maximum} caracteres`
    case 'not-an-email':
      return 'El correo electrónico no es válido'
    case 'below-minimum':
      return `El número debe ser ${violation.minimum} o mayor`
    case 'not-offered':
      return 'La opción no es válida'
  }
}

/** Message for an invalid field of the registration; `field` is its name on the wire. */
export const registrationMessage = (field: string, violation: RegistrationViolation): string =>
  `${field}: ${registrationText(violation)}.`

/** The mail with the link to a new password. */
export const recoveryMail = ({ name, email }: Client, link: string, minutes: number): Mail => ({
  to: email,
  subject: 'Recuperación de su contraseña de Mercado Dólar',
  text: [
    `Hola, ${name}:`,
    '',
    'Recibimos una solicitud para cambiar su contraseña. Para elegir una nueva, abra este enlace:',
    '',
    link,
    '',
    `El enlace vence en ${minutes} minutos y sirve una sola vez. Si usted no hizo esta solicitud, ignore este mensaje: su contraseña no cambia.`,
    '',
    'Mercado Dólar',
  ].join('\n'),
})

const DEMO_ACCOUNTS: Readonly<Record<string, string>> = {
  demo: 'activa',
  demodos: 'activa, una segunda',
  demoterminos: 'términos pendientes',
  demovencida: 'contraseña expirada',
  democaducada: 'cuenta expirada',
  demoinactiva: 'cuenta inactiva',
}

/** The list of demo accounts that the start prints (D43). */
export const demoAccountsMessage = (password: string): string =>
  [
    `Cuentas de demostración (contraseña ${password}):`,
    ...Object.entries(DEMO_ACCOUNTS).map(([username, what]) => `  ${username.padEnd(14)}${what}`),
  ].join('\n')
