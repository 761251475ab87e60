import type { MemoryView } from '#src/adapters/memory/imc/entity.ts'
import { asReader, changeOnce, conflict, getEntity, type MemoryImcDeps } from '#src/adapters/memory/imc/session.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { ViewsGateway } from '#src/application/imc/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import {
  canChangeView,
  MAX_VIEWS,
  type NewView,
  parseViewName,
  type SavedView,
  toViewKey,
} from '#src/domain/imc/saved-views.ts'
import { canWrite } from '#src/domain/imc/users/roles.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { compareText } from '#src/domain/text.ts'

type Views = Result<readonly SavedView[], CallFailure>

interface Caller {
  readonly id: string
  readonly name: string
  readonly role: Parameters<typeof canWrite>[0]
}

const NAME_TAKEN = 'Ya hay una vista con ese nombre. Escriba otro.'
const TOO_MANY = `Hay ${MAX_VIEWS} vistas guardadas, el máximo. Elimine una.`

const isInScope = (one: MemoryView, other: Pick<MemoryView, 'ownerId' | 'list' | 'shared'>) =>
  one.list === other.list && one.shared === other.shared && (one.shared || one.ownerId === other.ownerId)

/** The saved views in memory, for the browser with this cookie. */
export function createMemoryViews(deps: MemoryImcDeps): ViewsGateway {
  const imc = () => getEntity(deps)
  const { replyWith } = deps.network
  const all = () => imc().entity().views

  const toOwn = (view: MemoryView, caller: Caller): SavedView => {
    const { id, name, query, shared } = view
    return { id, name, query, shared, own: view.ownerId === caller.id }
  }

  const list = (name: string, caller: Caller): Views =>
    ok(
      all()
        .filter((view) => view.list === name && (view.shared || view.ownerId === caller.id))
        .map((view) => toOwn(view, caller))
        .toSorted((one, other) => Number(one.shared) - Number(other.shared) || compareText(one.name, other.name)),
    )

  const isTaken = (view: MemoryView) =>
    all().some(
      (other) => other.id !== view.id && isInScope(other, view) && toViewKey(other.name) === toViewKey(view.name),
    )

  function save(view: NewView, caller: Caller): Views {
    const name = parseViewName(view.name)
    if (name === null) return rejectWith(400)
    if (view.shared && !canWrite(caller.role)) return rejectWith(403)
    return add({ ...view, name }, caller)
  }

  function add(view: NewView, caller: Caller): Views {
    const { name } = view
    const saved: MemoryView = { ...view, ownerId: caller.id, id: `vis-${crypto.randomUUID()}` }
    if (all().filter((other) => isInScope(other, saved)).length >= MAX_VIEWS) return conflict(TOO_MANY)
    if (isTaken(saved)) return conflict(NAME_TAKEN)
    imc().setViews([...all(), saved])
    if (view.shared) imc().addAuditLine(caller.name, 'view-saved', name)
    return list(view.list, caller)
  }

  function rename(view: MemoryView, text: string, caller: Caller): Views {
    const name = parseViewName(text)
    if (name === null) return rejectWith(400)
    if (isTaken({ ...view, name })) return conflict(NAME_TAKEN)
    imc().setViews(all().map((other) => (other.id === view.id ? { ...view, name } : other)))
    if (view.shared) imc().addAuditLine(caller.name, 'view-renamed', name)
    return list(view.list, caller)
  }

  /** Runs a change of a view that the caller may change. */
  function change(id: string, caller: Caller, run: (view: MemoryView) => Views): Views {
    const view = all().find((candidate) => candidate.id === id && (candidate.shared || candidate.ownerId === caller.id))
    if (!view) return rejectWith(404)
    return canChangeView(toOwn(view, caller), canWrite(caller.role)) ? run(view) : rejectWith(403)
  }

  return {
    list: (name, signal) => replyWith(signal, () => asReader(deps, (caller) => list(name, caller))),

    save: (view, key, signal) =>
      replyWith(signal, () => asReader(deps, (caller) => changeOnce(deps.imc, key, view, () => save(view, caller)))),

    rename: (id, text, signal) =>
      replyWith(signal, () => asReader(deps, (caller) => change(id, caller, (view) => rename(view, text, caller)))),

    remove: (id, signal) =>
      replyWith(signal, () =>
        asReader(deps, (caller) =>
          change(id, caller, (view) => {
            imc().setViews(all().filter((other) => other.id !== id))
            if (view.shared) imc().addAuditLine(caller.name, 'view-deleted', view.name)
            return list(view.list, caller)
          }),
        ),
      ),
  }
}
