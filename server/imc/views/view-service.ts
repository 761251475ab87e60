import type { Transaction } from 'kysely'
import { recordAudit } from '#server/database/audit-store.ts'
import { type Database, runRefusable } from '#server/database/connection.ts'
import { withIdempotency } from '#server/database/idempotency.ts'
import type { Schema } from '#server/database/schema.ts'
import type { ImcFailure } from '#server/imc/failures.ts'
import { type Actor, toAuditEntry } from '#server/imc/session/actor.ts'
import {
  addView,
  countViews,
  deleteView,
  findView,
  hasViewName,
  listViews,
  renameView,
  type StoredView,
} from '#server/imc/views/view-store.ts'
import { newId } from '#server/secrets.ts'
import { canChangeView, MAX_VIEWS, type NewView, parseViewName, type SavedView } from '#src/domain/imc/saved-views.ts'
import { canWrite } from '#src/domain/imc/users/roles.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

type Tx = Transaction<Schema>
type Views = Result<readonly SavedView[], ImcFailure>

/** The saved views of lists (D92). Every change returns the views of the list. */
export interface ViewService {
  save(actor: Actor, view: NewView): Promise<Views>
  rename(actor: Actor, id: string, name: string): Promise<Views>
  remove(actor: Actor, id: string): Promise<Views>
}

/** Finds a view that the actor may change. */
async function requireOwnView(tx: Tx, { user }: Actor, id: string): Promise<Result<StoredView, ImcFailure>> {
  const view = await findView(tx, user, id)
  if (view === null) return err({ kind: 'unknown', item: 'view' })
  return canChangeView(view, canWrite(user.role)) ? ok(view) : err({ kind: 'view-not-own' })
}

/** Adds a view whose name is valid and free, unless its scope is full. */
async function addNamed(tx: Tx, actor: Actor, view: NewView): Promise<Result<string, ImcFailure>> {
  const { user, stamp } = actor
  if ((await countViews(tx, user, view.list, view.shared)) >= MAX_VIEWS) return err({ kind: 'too-many-views' })
  const id = `vis-${newId()}`
  if (!(await addView(tx, user, view, { id, at: stamp.at }))) return err({ kind: 'view-name-taken' })
  const { name, shared } = view
  if (shared) await recordAudit(tx, toAuditEntry(actor, 'view-saved', name, { after: { name } }))
  return ok(id)
}

async function addChecked(tx: Tx, actor: Actor, view: NewView): Promise<Result<string, ImcFailure>> {
  const name = parseViewName(view.name)
  if (name === null) return err({ kind: 'view-name' })
  if (view.shared && !canWrite(actor.user.role)) return err({ kind: 'view-not-own' })
  return addNamed(tx, actor, { ...view, name })
}

async function renameChecked(tx: Tx, actor: Actor, view: StoredView, text: string): Promise<Result<void, ImcFailure>> {
  const name = parseViewName(text)
  if (name === null) return err({ kind: 'view-name' })
  if (await hasViewName(tx, actor.user, view, name)) return err({ kind: 'view-name-taken' })
  await renameView(tx, actor.user, view.id, name)
  const changes = { before: { name: view.name }, after: { name } }
  if (view.shared) await recordAudit(tx, toAuditEntry(actor, 'view-renamed', name, changes))
  return ok(undefined)
}

export const createViewService = (database: Database): ViewService => {
  return {
    save: (actor, view) =>
      runRefusable(database, async (tx): Promise<Views> => {
        const added = await withIdempotency(tx, actor.keyedRequest, String, () => addChecked(tx, actor, view))
        return added.ok ? ok(await listViews(tx, actor.user, view.list)) : added
      }),

    rename: (actor, id, text) =>
      runRefusable(database, async (tx): Promise<Views> => {
        const view = await requireOwnView(tx, actor, id)
        if (!view.ok) return view
        const renamed = await renameChecked(tx, actor, view.value, text)
        if (!renamed.ok) return renamed
        return ok(await listViews(tx, actor.user, view.value.list))
      }),

    remove: (actor, id) =>
      runRefusable(database, async (tx): Promise<Views> => {
        const view = await requireOwnView(tx, actor, id)
        if (!view.ok) return view
        await deleteView(tx, actor.user, id)
        const { name, shared, list } = view.value
        if (shared) await recordAudit(tx, toAuditEntry(actor, 'view-deleted', name, { before: { name } }))
        return ok(await listViews(tx, actor.user, list))
      }),
  }
}
