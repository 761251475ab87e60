import type { ServerConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connection.ts'
import { type DatabaseOrigin, findOrigin, saveOrigin } from '#server/database/origin-store.ts'
import { countDemoClients, countDemoEntities } from '#server/demo/purge-store.ts'
import { DEFAULT_SEED } from '#server/market/market-clock.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** The kinds of demo content that production refuses. */
type DemoContent = 'clients' | 'entities' | 'deals'

/** Why a server does not start on this database (D60). */
export type OriginFailure =
  | {
      readonly kind: 'other-database-origin'
      readonly recordedOrigin: DatabaseOrigin
      readonly requestedOrigin: DatabaseOrigin
    }
  | { readonly kind: 'demo-content'; readonly foundContent: readonly DemoContent[] }

type OriginConfig = Pick<ServerConfig, 'production' | 'demoData' | 'marketSource' | 'simulationSeed'>

function toRequestedOrigin(config: OriginConfig, recordedOrigin: DatabaseOrigin | null): DatabaseOrigin {
  const { marketSource: source, simulationSeed, demoData } = config
  if (source !== 'simulator') return { source, seed: null, demo: false }
  const seed = simulationSeed ?? recordedOrigin?.seed ?? DEFAULT_SEED
  return { source, seed, demo: demoData || recordedOrigin?.demo === true }
}

/**
 * Whether a database accepts deals of this source and seed. `ingest` may follow `csv`: both are
 * real deals.
 */
const isCompatible = (recordedOrigin: DatabaseOrigin, { source, seed }: DatabaseOrigin) =>
  (recordedOrigin.source === source && recordedOrigin.seed === seed) ||
  (recordedOrigin.source === 'csv' && source === 'ingest')

async function findDemoContent(
  { db }: Database,
  recordedOrigin: DatabaseOrigin | null,
): Promise<readonly DemoContent[]> {
  const contents: readonly (readonly [DemoContent, boolean])[] = [
    ['clients', (await countDemoClients(db)) > 0],
    ['entities', (await countDemoEntities(db)) > 0],
    ['deals', recordedOrigin?.demo === true],
  ]
  return contents.flatMap(([content, isFound]) => (isFound ? [content] : []))
}

/**
 * Compares the configured origin with the origin of the database; stores a new or changed origin.
 * Production refuses demo accounts, entities and deals unless `demoData` is on.
 */
export async function checkAndSaveOrigin(
  database: Database,
  config: OriginConfig,
): Promise<Result<null, OriginFailure>> {
  const recordedOrigin = await findOrigin(database.db)
  const requestedOrigin = toRequestedOrigin(config, recordedOrigin)
  if (recordedOrigin !== null && !isCompatible(recordedOrigin, requestedOrigin))
    return err({ kind: 'other-database-origin', recordedOrigin, requestedOrigin })
  if (config.production && !config.demoData) {
    const foundContent = await findDemoContent(database, recordedOrigin)
    if (foundContent.length > 0) return err({ kind: 'demo-content', foundContent })
  }
  if (recordedOrigin?.source !== requestedOrigin.source || recordedOrigin.demo !== requestedOrigin.demo)
    await saveOrigin(database.db, requestedOrigin)
  return ok(null)
}

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
