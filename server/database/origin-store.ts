import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'

/** Where the deals of a database come from. */
type DealSource = 'simulator' | 'csv' | 'ingest'

/** The stored origin of a database (D60). */
export interface DatabaseOrigin {
  readonly source: DealSource
  /** The seed of the simulator; null for other sources. */
  readonly seed: number | null
  /** Whether the simulator has ever run on this database with demo data. */
  readonly demo: boolean
}

const ORIGIN_ID = 'market'

const isSource = (text: string): text is DealSource => text === 'simulator' || text === 'csv' || text === 'ingest'

/** Returns the origin of the database; null before the first start. */
export async function findOrigin(db: Kysely<Schema>): Promise<DatabaseOrigin | null> {
  const row = await db.selectFrom('records_origin').selectAll().where('id', '=', ORIGIN_ID).executeTakeFirst()
  if (row === undefined) return null
  if (!isSource(row.source)) throw new Error(`origin: unknown source ${row.source}`)
  return { source: row.source, seed: row.seed, demo: row.demo === 1 }
}

/** Stores the origin. Later starts may change the source and the demo flag, but not the seed. */
export async function saveOrigin(db: Kysely<Schema>, { source, seed, demo }: DatabaseOrigin): Promise<void> {
  const row = { id: ORIGIN_ID, source, seed, demo: demo ? 1 : 0 }
  await db
    .insertInto('records_origin')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ source, demo: row.demo }))
    .execute()
}

/** Deletes the origin; the next start stores a new one. */
export async function deleteOrigin(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('records_origin').execute()
}
