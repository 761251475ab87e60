import type { DatabaseOrigin } from '#server/database/origin-store.ts'
import type { DemoContent, OriginFailure } from '#server/maintenance/origin.ts'

const PURGE_COMMAND = 'npm run operator -- purge-demo'

const formatOrigin = ({ source, seed }: DatabaseOrigin) =>
  source === 'simulator' ? `simulator con la semilla ${seed}` : source

const CONTENT_NAMES: Readonly<Record<DemoContent, string>> = {
  clients: 'cuentas de demostración',
  entities: 'entidades de demostración',
  deals: 'operaciones de demostración',
}

/** Explains how to start on a database of another origin. Only simulated deals can be deleted. */
const formatRemedy = (recordedOrigin: DatabaseOrigin, requestedOrigin: DatabaseOrigin) =>
  recordedOrigin.source === 'simulator'
    ? `Para borrar las operaciones simuladas y la demostración, detenga el servidor y ejecute ${PURGE_COMMAND}; si no, indique ${
        requestedOrigin.source === 'simulator' ? `SIM_SEED=${recordedOrigin.seed}` : 'MARKET_SOURCE=simulator'
      } u otra base de datos.`
    : `Indique MARKET_SOURCE=${recordedOrigin.source === 'csv' ? 'csv:ARCHIVO' : recordedOrigin.source} u otra base de datos.`

/** Why the server does not start on this database and what the operator can do. */
export function databaseOriginMessage(failure: OriginFailure): string {
  if (failure.kind === 'demo-content') {
    const contents = failure.foundContent.map((content) => CONTENT_NAMES[content]).join(', ')
    return `La base de datos tiene ${contents}, y producción no las admite. Bórrelas con ${PURGE_COMMAND} (con las mismas variables de entorno), o indique otra base de datos.`
  }
  const { recordedOrigin, requestedOrigin } = failure
  return `Las operaciones de la base de datos son de ${formatOrigin(recordedOrigin)}, y este inicio es de ${formatOrigin(requestedOrigin)}. ${formatRemedy(recordedOrigin, requestedOrigin)}`
}
