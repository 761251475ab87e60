import type { FolderHolder } from '#server/database/folder-lock.ts'
import type { StorageFailure } from '#server/database/locked-database.ts'
import type { QuotesConfigFailure } from '#server/feeds/quotes-mapping.ts'
import type { PortalConfigFailure } from '#server/http/portal-config.ts'
import type { PortalMissing } from '#server/http/portal-files.ts'
import type { MetricsFailure } from '#server/monitoring/metrics.ts'
import type { CheckoutFailure } from '#server/payments/payments-module.ts'
import { databaseOriginMessage, type OriginFailure } from '#server/start/origin.ts'

/** The server cannot listen on its host and port. */
export interface ListenFailure {
  readonly kind: 'port-taken' | 'port-forbidden' | 'unknown-host'
  readonly host: string
  readonly port: number
}

/** The portal's configuration names a human-check service, and its secret is missing. */
interface NoCheckSecret {
  readonly kind: 'no-check-secret'
  readonly provider: string
}

/** The file of deals has invalid rows, or cannot be read. `text` is the reason. */
interface DealsFileFailure {
  readonly kind: 'deals-file'
  readonly file: string
  readonly text: string
}

/** All expected reasons why the server does not start. */
export type StartFailure =
  | StorageFailure
  | OriginFailure
  | PortalConfigFailure
  | QuotesConfigFailure
  | PortalMissing
  | NoCheckSecret
  | CheckoutFailure
  | DealsFileFailure
  | ListenFailure
  | MetricsFailure

const formatHolder = (holder: FolderHolder | null) => {
  if (holder === null) return ''
  return holder.port === null ? ` (proceso ${holder.pid})` : ` (proceso ${holder.pid}, puerto ${holder.port})`
}

const formatPostgresVersion = (version: number) => `${Math.floor(version / 10_000)}`

/** Why the server did not start and what the operator can do. */
export function startFailureMessage(failure: StartFailure): string {
  switch (failure.kind) {
    case 'folder-busy':
      return `Otro servidor${formatHolder(failure.holder)} ya usa la carpeta de datos ${failure.dataDir}. Deténgalo o indique otra carpeta con DATA_DIR.`
    case 'database-busy':
      return failure.mode === 'shared'
        ? 'Un comando, como restore o purge-demo, usa la base de datos de DATABASE_URL. Espere a que termine.'
        : 'La base de datos de DATABASE_URL está en uso. Detenga los servidores y los demás comandos.'
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
    case 'other-database-origin':
    case 'demo-content':
      return databaseOriginMessage(failure)
    case 'deals-file':
      return `El archivo de operaciones ${failure.file} no se cargó. ${failure.text}`
    case 'portal-missing':
      return `No hay un portal construido en ${failure.folder}. Ejecute npm run build.`
    case 'portal-config':
      return failure.fields.length === 0
        ? `El archivo ${failure.file} de PORTAL_CONFIG no se puede leer o no es un objeto JSON.`
        : `El archivo ${failure.file} de PORTAL_CONFIG tiene campos que no se admiten: ${failure.fields.join(', ')}.`
    case 'quotes-config':
      return failure.fields.length === 0
        ? `El archivo ${failure.file} de QUOTES_CONFIG no se puede leer o no es un objeto JSON.`
        : `El archivo ${failure.file} de QUOTES_CONFIG tiene campos que no se admiten: ${failure.fields.join(', ')}.`
    case 'no-check-secret':
      return `La verificación de personas es de ${failure.provider} y falta su clave secreta. Indíquela con HUMAN_CHECK_SECRET.`
    case 'no-checkout-key':
      return 'El pago con tarjeta es de ePayco y falta la llave pública. Indíquela en checkout.publicKey de PORTAL_CONFIG.'
    case 'no-checkout-account':
      return 'El pago con tarjeta es de ePayco y falta su cuenta. Indíquela con EPAYCO_CUSTOMER y EPAYCO_KEY, o indique otro checkout en PORTAL_CONFIG.'
    case 'sandbox-without-demo':
      return 'La pasarela de pruebas aprueba pagos sin cobrarlos: solo se admite con los datos de demostración (DEMO_DATA=on). Indique otro checkout en PORTAL_CONFIG.'
    case 'test-without-demo':
      return 'El pago con tarjeta está en modo de prueba y aprueba pagos sin cobrarlos: solo se admite con los datos de demostración (DEMO_DATA=on). Indique "test": false en checkout de PORTAL_CONFIG.'
    case 'metrics-port':
      return `No se puede escuchar en ${failure.host}:${failure.port} (METRICS_HOST, METRICS_PORT): ${failure.detail}.`
    case 'port-taken':
      return `El puerto ${failure.port} ya está en uso. Cierre el programa que lo usa o indique otro con PORT.`
    case 'port-forbidden':
      return `No hay permiso para usar el puerto ${failure.port}. Indique otro con PORT.`
    case 'unknown-host':
      return `No se puede escuchar en ${failure.host}. Indique otra dirección con HOST.`
  }
}

export const CONFIG_REFUSED = 'El servidor no puede iniciar. Corrija estas variables de entorno:'
export const CRASHED = 'El servidor falló de forma inesperada y se cierra. El detalle está en el registro.'
export const DATABASE_LOST =
  'Un comando, como restore o purge-demo, tomó la base de datos mientras este servidor había perdido su conexión. El servidor se cierra para no mezclar sus cambios.'
export const STOPPING = 'Cerrando el servidor…'
export const STOPPED = 'Servidor cerrado.'

/** Printed when the server is ready. */
export const readyMessage = (url: string): string =>
  `Mercado Dólar está disponible en ${url}\nPara terminar, pulse Ctrl+C.`
