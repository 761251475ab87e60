import type { Database } from '#server/database/connection.ts'
import { toCatalogueRows } from '#server/demo/catalogue.ts'
import { addCatalogue, addEntity, countOtherEntities, hasEntity, toEntitySeed } from '#server/demo/seed-store.ts'
import { ANDINA, createAndina } from '#src/simulator/entities/andina.ts'
import { PACIFICO_CATALOGUE } from '#src/simulator/entities/catalogue.ts'
import type { DemoEntity } from '#src/simulator/entities/entity.ts'
import { createPacifico, PACIFICO } from '#src/simulator/entities/pacifico.ts'

/** The demo entities by id. */
const DEMO_ENTITIES = {
  [ANDINA]: createAndina,
  [PACIFICO]: createPacifico,
} satisfies Readonly<Record<string, () => DemoEntity>>

export type DemoEntityId = keyof typeof DEMO_ENTITIES

const ALL_ENTITIES: readonly DemoEntityId[] = [ANDINA, PACIFICO]

interface DemoEntityOptions {
  readonly demoData: boolean
  /** Adds the demo entities even when other entities exist. */
  readonly required: boolean
  /** Default: all. Tests add only the small entity, because the large one takes a second. */
  readonly entities?: readonly DemoEntityId[]
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
    const seed = toEntitySeed(DEMO_ENTITIES[id](), passwordHash)
    await transaction(async (tx) => {
      await addCatalogue(tx, toCatalogueRows(PACIFICO_CATALOGUE))
      await addEntity(tx, seed)
    })
  }
  return true
}
