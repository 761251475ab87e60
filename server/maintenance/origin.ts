import type { ServerConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connection.ts'
import { type DatabaseOrigin, findOrigin, saveOrigin } from '#server/database/origin-store.ts'
import { countDemoClients } from '#server/identity/demo-client-store.ts'
import { countDemoEntities } from '#server/imc/demo-entity-store.ts'
import { DEFAULT_SEED } from '#server/market/market-start.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** The kinds of demo content that production refuses. */
export type DemoContent = 'clients' | 'entities' | 'deals'

/** Why a server does not start on this database (D60). */
export type OriginFailure =
  | { readonly kind: 'other-origin'; readonly recorded: DatabaseOrigin; readonly requested: DatabaseOrigin }
  | { readonly kind: 'demo-content'; readonly found: readonly DemoContent[] }

type OriginConfig = Pick<ServerConfig, 'production' | 'demoData' | 'marketSource' | 'simulationSeed' | 'identity'>

function toRequestedOrigin(config: OriginConfig, recorded: DatabaseOrigin | null): DatabaseOrigin {
  const { marketSource: source, simulationSeed, demoData } = config
  if (source !== 'simulator') return { source, seed: null, demo: false }
  const seed = simulationSeed ?? recorded?.seed ?? DEFAULT_SEED
  return { source, seed, demo: demoData || recorded?.demo === true }
}

/**
 * Whether a database accepts deals of this source. `ingest` may follow `csv`: both are real deals.
 */
const isCompatible = (recorded: DatabaseOrigin, { source, seed }: DatabaseOrigin) =>
  (recorded.source === source && recorded.seed === seed) || (recorded.source === 'csv' && source === 'ingest')

async function findDemoContent({ db }: Database, recorded: DatabaseOrigin | null): Promise<readonly DemoContent[]> {
  const contents: readonly (readonly [DemoContent, boolean])[] = [
    ['clients', (await countDemoClients(db)) > 0],
    ['entities', (await countDemoEntities(db)) > 0],
    ['deals', recorded?.demo === true],
  ]
  return contents.flatMap(([content, isFound]) => (isFound ? [content] : []))
}

/**
 * Compares the configured origin with the origin of the database; stores the origin of a new
 * database. Production refuses demo accounts, entities and deals unless DEMO_DATA is on.
 */
export async function checkOrigin(database: Database, config: OriginConfig): Promise<Result<null, OriginFailure>> {
  const recorded = await findOrigin(database.db)
  const requested = toRequestedOrigin(config, recorded)
  if (recorded !== null && !isCompatible(recorded, requested)) return err({ kind: 'other-origin', recorded, requested })
  if (config.production && !config.identity.demoAccountsRequired) {
    const found = await findDemoContent(database, recorded)
    if (found.length > 0) return err({ kind: 'demo-content', found })
  }
  if (recorded?.source !== requested.source || recorded.demo !== requested.demo)
    await saveOrigin(database.db, requested)
  return ok(null)
}
