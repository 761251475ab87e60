import {
  ACCESS_ACTION_TEXTS,
  ACCESS_COLUMN_TITLES,
  ACCESS_REFUSAL_TEXTS,
  ACCESS_TITLES,
  accessDoneText,
  accessEndText,
  accessQuestion,
  LAST_LEFT,
  ROLE_NAMES,
  STATUS_NAMES,
} from '#src/application/imc/access/access-messages.ts'
import { actionFailureMessage } from '#src/application/imc/messages.ts'
import type { ImcPorts } from '#src/application/imc/ports.ts'
import { createTableView, type TableDeps, type TableState, type TableView } from '#src/application/imc/table.ts'
import { createCaller, createFlow, runWhile } from '#src/application/platform/flow.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import { createConfirmedChangeMachine } from '#src/domain/imc/confirmed-change-machine.ts'
import { PAGE_SIZES } from '#src/domain/imc/page-sizes.ts'
import {
  type AccessAction,
  type AccessPerson,
  type AccessStatus,
  countAdministrators,
  findAccessRefusal,
  toAccessStatus,
} from '#src/domain/imc/users/access.ts'
import type { ListRules } from '#src/domain/list.ts'
import { ok } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

/** A person and the status at the time of the load. */
export interface AccessRow extends AccessPerson {
  readonly status: AccessStatus
  /** Until when the temporary password is valid; null without one. */
  readonly endText: string | null
}

export const ACCESS_COLUMNS = ['name', 'username', 'role', 'status', 'sessions'] as const
export type AccessColumn = (typeof ACCESS_COLUMNS)[number]

const toCells = (row: AccessRow) => [
  row.name,
  row.username,
  ROLE_NAMES[row.role],
  [STATUS_NAMES[row.status], row.endText].filter(Boolean).join(' '),
  row.sessions,
]

const RULES: ListRules<AccessRow, AccessColumn> = {
  toId: ({ id }) => id,
  toTexts: ({ name, username }) => [name, username],
  columns: ACCESS_COLUMNS,
  toKey: (row, column) => toCells(row)[ACCESS_COLUMNS.indexOf(column)] ?? '',
  filters: {},
  pageSize: PAGE_SIZES.access,
}

/** The dialog that confirms a change. */
export interface AccessDialog {
  /** A new number each time the dialog opens. */
  readonly opening: number
  readonly title: string
  readonly question: string
  /** What else the change means; null for nothing. */
  readonly warning: string | null
  /** The text of the confirm button. */
  readonly action: string
  readonly danger: boolean
  readonly busy: boolean
  /** Why the last attempt failed. */
  readonly failure: string | null
}

/** A change of the access of a person, or the end of the person's sessions. */
interface AccessTask {
  readonly action: AccessAction
  readonly person: AccessPerson
}

/** The action of a row: its name, why it is refused, and what a press on it does. */
export interface AccessOffer {
  readonly action: AccessAction
  readonly text: string
  readonly refusal: string | null
  press(): void
}

export interface AccessState extends TableState<AccessRow> {
  readonly dialog: AccessDialog | null
}

/** Who can sign in for the entity (D111). */
export interface AccessView
  extends Readable<AccessState>,
    Omit<TableView<AccessRow, AccessColumn>, keyof Readable<unknown>> {
  /** Whether the row is the signed-in user. */
  isOwn(row: AccessRow): boolean
  /** Returns the actions of a row; none for the signed-in user. */
  offers(row: AccessRow): readonly AccessOffer[]
  confirm(): void
  close(): void
}

const ACTIONS_OF_ACTIVE = ['send-password', 'end-sessions', 'deactivate'] as const
const ACTIONS_OF_INACTIVE = ['activate'] as const

/** `query` is the query of the page URL when the view is created. */
export function createAccessView(
  deps: TableDeps & Pick<ImcPorts, 'access' | 'sessions' | 'imcSession'>,
  query: string,
): AccessView {
  const { access, sessions, imcSession, clock, toasts } = deps
  const toRow = (person: AccessPerson): AccessRow => {
    const at = clock.now()
    return { ...person, status: toAccessStatus(person, at), endText: accessEndText(person, at) }
  }
  const table = createTableView(deps, {
    source: {
      interval: MINUTE_MS,
      load: async (signal) => {
        const people = await access.list(signal)
        return people.ok ? ok(people.value.map(toRow)) : people
      },
    },
    rules: RULES,
    query,
    file: {
      name: 'accesos',
      titles: ACCESS_COLUMNS.map((column) => ACCESS_COLUMN_TITLES[column]),
      toCells,
    },
  })
  const call = createCaller(deps)
  const machine = createConfirmedChangeMachine<AccessTask>().provide({
    // Without the signal: the change also ends when the user leaves the page.
    actors: {
      send: call(async ({ task: { action, person } }) => {
        const done =
          action === 'end-sessions'
            ? await sessions.end({ kind: 'person', userId: person.id })
            : await access.change(person.id, action)
        return done.ok ? ok(accessDoneText(action, person)) : done
      }),
    },
    actions: {
      notifyEnd({ context: { answer } }) {
        if (answer?.ok) toasts.show(answer.value)
        table.retry()
      },
    },
  })
  const rows = () => table.getSnapshot().rows.value ?? []
  const findWarning = (action: AccessAction, person: AccessPerson) => {
    const others = rows().filter(({ id }) => id !== person.id)
    return action === 'deactivate' && countAdministrators(others, clock.now()) === 1 ? LAST_LEFT : null
  }
  const flow = createFlow(machine, {
    ...deps,
    input: () => undefined,
    select(state) {
      const { task, openings, answer } = state.context
      if (task === null || state.matches('closed')) return { dialog: null }
      const { action, person } = task
      return {
        dialog: {
          opening: openings,
          title: ACCESS_TITLES[action],
          question: accessQuestion(action, person),
          warning: findWarning(action, person),
          action: ACCESS_ACTION_TEXTS[action],
          danger: action === 'deactivate' || action === 'end-sessions',
          busy: state.matches('sending'),
          failure: answer?.ok === false ? actionFailureMessage(answer.error) : null,
        },
      }
    },
  })
  const view = combine({ table, flow }, ({ table: state, flow: { dialog } }): AccessState => ({ ...state, dialog }))
  const ownId = () => imcSession.read()?.userId ?? null

  function toOffer(action: AccessAction, person: AccessRow): AccessOffer | null {
    const at = clock.now()
    const reason =
      action === 'end-sessions' ? null : findAccessRefusal(person, action, rows(), { callerId: ownId(), at })
    // Not an action of this page for this role.
    if (reason === 'not-administrator') return null
    if (action === 'end-sessions' && person.sessions === 0) return null
    const press = () => {
      if (reason === null) flow.send({ type: 'OPEN', task: { action, person } })
    }
    return { action, text: ACCESS_ACTION_TEXTS[action], refusal: reason && ACCESS_REFUSAL_TEXTS[reason], press }
  }

  return {
    ...table,
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    isOwn: ({ id }) => id === ownId(),
    offers(row) {
      if (row.id === ownId()) return []
      const actions = row.active ? ACTIONS_OF_ACTIVE : ACTIONS_OF_INACTIVE
      return actions.flatMap((action) => toOffer(action, row) ?? [])
    },
    confirm() {
      flow.send({ type: 'CONFIRM' })
      runWhile(flow, ({ dialog }) => dialog?.busy === true)
    },
    close: () => flow.send({ type: 'CLOSE' }),
  }
}
