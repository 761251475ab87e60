import type { Database } from '#server/database/connection.ts'
import { ANDINA, createAndina } from '#server/demo/andina.ts'
import { PACIFICO_CATALOGUE } from '#server/demo/catalogue.ts'
import { createPacifico, PACIFICO } from '#server/demo/pacifico.ts'
import { addCatalogue, addEntity, countOtherEntities, type EntitySeed, hasEntity } from '#server/demo/seed-store.ts'

/** The demo entities by id; each is created with the hash of the demo's password. */
const DEMO_ENTITIES = {
  [ANDINA]: createAndina,
  [PACIFICO]: createPacifico,
} satisfies Readonly<Record<string, (passwordHash: string) => EntitySeed>>

export type DemoEntity = keyof typeof DEMO_ENTITIES

const ALL_ENTITIES: readonly DemoEntity[] = [ANDINA, PACIFICO]

interface DemoEntityOptions {
  readonly demoData: boolean
  /** Adds the demo entities even when other entities exist. */
  readonly required: boolean
  /** Default: all. Tests add only the small entity, because the large one takes a second. */
  readonly entities?: readonly DemoEntity[]
  readonly hashPassword: () => Promise<string>
}

/**
 * Adds the missing demo entities (D43). Returns false and adds no entities without demo data, or
 * when other entities exist and `required` is false.
 */
export async function addDemoEntities(
  { db, transaction }: Database,
  { demoData, required, entities = ALL_ENTITIES, hashPassword }: DemoEntityOptions,
): Promise<boolean> {
  if (!demoData) return false
  if (!required && (await countOtherEntities(db, ALL_ENTITIES)) > 0) return false
  let passwordHash: string | null = null
  for (const id of entities) {
    if (await hasEntity(db, id)) continue
    passwordHash ??= await hashPassword()
    const seed = DEMO_ENTITIES[id](passwordHash)
    await transaction(async (tx) => {
      await addCatalogue(tx, PACIFICO_CATALOGUE)
      await addEntity(tx, seed)
    })
  }
  return true
}
