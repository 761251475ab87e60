import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { type NewView, type SavedView, toViewKey, type ViewList } from '#src/domain/imc/saved-views.ts'
import { compareText } from '#src/domain/text.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** The user who sees the views. */
export interface Viewer {
  readonly entityId: string
  readonly id: string
}

/** A view with its list. */
export interface StoredView extends SavedView {
  readonly list: string
}

const toScope = ({ id }: Viewer, shared: boolean) => (shared ? '' : id)

/** Selects the views that a user sees: the own ones and those of the entity. */
const selectViews = (db: Queries, { entityId, id }: Viewer) =>
  db.selectFrom('imc_views').selectAll().where('entity_id', '=', entityId).where('scope', 'in', ['', id])

type ViewRow = Awaited<ReturnType<ReturnType<typeof selectViews>['execute']>>[number]

const toView = ({ id, name, query, scope, owner_id, list }: ViewRow, viewer: Viewer): StoredView => ({
  id,
  name,
  query,
  list,
  shared: scope === '',
  own: owner_id === viewer.id,
})

/** Lists the views that a user sees: the own ones first, by name. */
export async function listViews(db: Queries, viewer: Viewer, list: string): Promise<readonly SavedView[]> {
  const rows = await selectViews(db, viewer).where('list', '=', list).execute()
  return rows
    .map((row) => toView(row, viewer))
    .toSorted((one, other) => Number(one.shared) - Number(other.shared) || compareText(one.name, other.name))
}

export async function findView(db: Queries, viewer: Viewer, id: string): Promise<StoredView | null> {
  const row = await selectViews(db, viewer).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toView(row, viewer)
}

/** Counts the views of the scope: of the user, or of the entity. */
export async function countViews(tx: Queries, viewer: Viewer, list: ViewList, shared: boolean): Promise<number> {
  const { count } = await tx
    .selectFrom('imc_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('entity_id', '=', viewer.entityId)
    .where('list', '=', list)
    .where('scope', '=', toScope(viewer, shared))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Adds a view; returns false when the scope has the name. */
export async function addView(
  tx: Queries,
  viewer: Viewer,
  { list, name, query, shared }: NewView,
  { id, at }: { readonly id: string; readonly at: Instant },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('imc_views')
    .values({
      id,
      entity_id: viewer.entityId,
      owner_id: viewer.id,
      scope: toScope(viewer, shared),
      list,
      name,
      name_key: toViewKey(name),
      query,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['entity_id', 'list', 'scope', 'name_key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether another view of the same scope has the name. */
export async function hasViewName(tx: Queries, viewer: Viewer, view: StoredView, name: string): Promise<boolean> {
  const row = await tx
    .selectFrom('imc_views')
    .select('id')
    .where('entity_id', '=', viewer.entityId)
    .where('list', '=', view.list)
    .where('scope', '=', toScope(viewer, view.shared))
    .where('name_key', '=', toViewKey(name))
    .where('id', '<>', view.id)
    .executeTakeFirst()
  return row !== undefined
}

export async function renameView(tx: Queries, { entityId }: Viewer, id: string, name: string): Promise<void> {
  await tx
    .updateTable('imc_views')
    .set({ name, name_key: toViewKey(name) })
    .where('entity_id', '=', entityId)
    .where('id', '=', id)
    .execute()
}

export async function deleteView(tx: Queries, { entityId }: Viewer, id: string): Promise<void> {
  await tx.deleteFrom('imc_views').where('entity_id', '=', entityId).where('id', '=', id).execute()
}
