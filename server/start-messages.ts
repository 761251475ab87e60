import type { FolderHolder } from '#server/database/folder-lock.ts'
import type { StartFailure } from '#server/start-failure.ts'

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
  AUTO_APPROVE_AFTER: 'debe ser off o un tiempo, como 30s, 5m o 2h',
  DOCUMENTS_URL:
    'debe ser la dirección de un almacén S3, como https://clave:secreto@s3.example/cubeta/carpeta?region=us-east-1',
  TRUST_PROXY: 'debe ser off, el número de proxies (1 a 10) o sus direcciones separadas por comas',
  LOG_LEVEL: 'debe ser fatal, error, warn, info, debug, trace o silent',
  PORTAL_CONFIG: 'debe ser un archivo JSON con campos de /config.json',
  OFFLINE_WORKER: 'debe ser on u off',
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
