import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { toChunks } from '#server/database/values.ts'
import type { CheckedUses, ReportableScreen } from '#src/domain/imc/screens/screen-use.ts'

type Queries = Kysely<Schema>

/** Whether the operator has reported uses of the entity's screens (D102). */
export const hasReportedUses = async (db: Queries, entityId: string): Promise<boolean> =>
  (await db
    .selectFrom('imc_screen_uses')
    .select('screen_id')
    .where('entity_id', '=', entityId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Lists the screens of an entity with their stored last use. */
export const listReportableScreens = (tx: Queries, entityId: string): Promise<readonly ReportableScreen[]> =>
  tx
    .selectFrom('imc_screens as screen')
    .leftJoin('imc_screen_uses as use', 'use.screen_id', 'screen.id')
    .where('screen.entity_id', '=', entityId)
    .select(['screen.id', 'screen.number', 'screen.screen', 'use.used_on as lastUse'])
    .execute()

/**
 * Stores the last uses. A parallel report may have stored a newer one, which stays. Sorted, so that
 * two reports cannot wait for each other.
 */
export async function storeUses(tx: Queries, entityId: string, changes: CheckedUses['changes']): Promise<void> {
  const rows = changes
    .map(({ id, on }) => ({ screen_id: id, entity_id: entityId, used_on: on }))
    .toSorted((one, other) => (one.screen_id < other.screen_id ? -1 : 1))
  for (const chunk of toChunks(rows)) {
    await tx
      .insertInto('imc_screen_uses')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .column('screen_id')
          .doUpdateSet(({ ref }) => ({ used_on: ref('excluded.used_on') }))
          .whereRef('imc_screen_uses.used_on', '<', 'excluded.used_on'),
      )
      .execute()
  }
}
