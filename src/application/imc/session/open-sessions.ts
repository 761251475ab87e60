import { actionFailureMessage } from '#src/application/imc/messages.ts'
import type { ImcPorts } from '#src/application/imc/ports.ts'
import { createTableView, type TableDeps, type TableState, type TableView } from '#src/application/imc/table.ts'
import { createCaller, createFlow, runWhile } from '#src/application/platform/flow.ts'
import type { RowNames } from '#src/application/platform/list-messages.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import { createConfirmedChangeMachine } from '#src/domain/imc/confirmed-change-machine.ts'
import { PAGE_SIZES } from '#src/domain/imc/page-sizes.ts'
import { type OpenSession, type SessionSelection, selectSessions } from '#src/domain/imc/session/open-sessions.ts'
import type { ListRules } from '#src/domain/list.ts'
import { formatCount } from '#src/domain/money.ts'
import { ok } from '#src/domain/result.ts'
import { formatTime, type Instant, SECOND_MS, toDate } from '#src/domain/time/bogota.ts'

export const ALL_SESSIONS_INTRO = 'Quién tiene abierta el área de entidades, desde qué equipo y desde cuándo'
export const OWN_SESSIONS_INTRO = 'Los equipos en los que su usuario tiene abierta el área de entidades'
export const SESSION_ROWS: RowNames = { one: 'sesión', many: 'sesiones', feminine: true }
export const SESSIONS_FAILED = 'No pudimos consultar las sesiones'
export const SEARCH_SESSION = 'Buscar por Persona o Equipo'
export const NO_SESSIONS = { lead: 'No hay sesiones abiertas', rest: '' } as const
export const THIS_SESSION = 'Esta sesión'
export const END_SESSION = 'Cerrar'
export const END_OTHERS = 'Cerrar todas las demás'
export const SESSIONS_NOTE =
  'Una sesión dura 12 horas como máximo. El equipo y la dirección se guardan 24 horas. La consulta automática de una página abierta no cuenta como actividad.'

/** `Cerrar sus 3 sesiones`: the button for all sessions of a person. */
export const endPersonText = (count: number): string => `Cerrar sus ${formatCount(count)} sesiones`

const endedText = (count: number): string => {
  if (count === 0) return 'La sesión ya estaba cerrada.'
  return count === 1 ? 'Se cerró 1 sesión.' : `Se cerraron ${formatCount(count)} sesiones.`
}

export const SESSION_COLUMN_TITLES = {
  name: 'Persona',
  device: 'Equipo',
  address: 'Dirección',
  startedAt: 'Desde',
  lastSeenAt: 'Última actividad',
} as const

export const SESSION_COLUMNS = ['name', 'device', 'address', 'startedAt', 'lastSeenAt'] as const
export type SessionColumn = (typeof SESSION_COLUMNS)[number]

/** `2026-11-20, 09:43:15`. */
export const sessionTimeText = (at: Instant): string => `${toDate(at)}, ${formatTime(at)}`

const RULES: ListRules<OpenSession, SessionColumn> = {
  toId: ({ id }) => id,
  toTexts: ({ name, device, address }) => [name, device, address],
  columns: SESSION_COLUMNS,
  toKey: (row, column) => row[column],
  filters: {},
  pageSize: PAGE_SIZES.sessions,
}

/** Interval between two loads: a login of another browser appears within seconds. */
const SESSIONS_REFRESH_MS = 10 * SECOND_MS

/** The dialog that confirms the end of sessions. */
export interface EndSessionsDialog {
  /** A new number each time the dialog opens. */
  readonly opening: number
  readonly title: string
  readonly question: string
  /** The text of the confirm button. */
  readonly action: string
  readonly busy: boolean
  /** Why the last attempt failed. */
  readonly failure: string | null
}

export interface OpenSessionsState extends TableState<OpenSession> {
  readonly dialog: EndSessionsDialog | null
  /** How many sessions `endOthers` would end. */
  readonly otherCount: number
}

/** The open sessions of the entity's people, or the user's own (D95). */
export interface OpenSessionsView
  extends Readable<OpenSessionsState>,
    Omit<TableView<OpenSession, SessionColumn>, keyof Readable<unknown>> {
  /** Returns the number of sessions of the row's person that can be ended. */
  countOfPerson(row: OpenSession): number
  endOne(row: OpenSession): void
  /** Opens the confirmation for all sessions of the row's person. */
  endPerson(row: OpenSession): void
  endOthers(): void
  confirm(): void
  close(): void
}

/** What the dialog ends. */
interface SessionEnd {
  readonly selection: SessionSelection
  /** The sessions that the selection named when the dialog opened. */
  readonly sessions: readonly OpenSession[]
}

function toQuestion(selection: SessionSelection, sessions: readonly OpenSession[]): string {
  const [first] = sessions
  const count = formatCount(sessions.length)
  const rest = 'Quien la usa verá por qué terminó; lo que no haya guardado se conserva en su navegador.'
  if (selection.kind === 'session' && first) return `Se cerrará la sesión de ${first.name} en ${first.device}. ${rest}`
  if (selection.kind === 'person' && first) return `Se cerrarán ${count} sesiones de ${first.name}. ${rest}`
  return `Se cerrarán ${count} sesiones; solo esta seguirá abierta.`
}

const toAction = (count: number) => (count === 1 ? 'Cerrar la sesión' : `Cerrar ${formatCount(count)} sesiones`)

const toTitle = (count: number) => (count === 1 ? '¿Cerrar la sesión?' : `¿Cerrar ${formatCount(count)} sesiones?`)

/** `query` is the query of the page URL when the view is created. */
export function createOpenSessionsView(deps: TableDeps & Pick<ImcPorts, 'sessions'>, query: string): OpenSessionsView {
  const { sessions, toasts } = deps
  const table = createTableView(deps, {
    source: { interval: SESSIONS_REFRESH_MS, load: (signal) => sessions.list(signal) },
    rules: RULES,
    query,
    file: {
      name: 'sesiones',
      titles: SESSION_COLUMNS.map((column) => SESSION_COLUMN_TITLES[column]),
      toCells: ({ name, device, address, startedAt, lastSeenAt }) => [
        name,
        device,
        address,
        startedAt === null ? '' : sessionTimeText(startedAt),
        lastSeenAt === null ? '' : sessionTimeText(lastSeenAt),
      ],
    },
  })
  const call = createCaller(deps)
  const machine = createConfirmedChangeMachine<SessionEnd>().provide({
    // Without the signal: the request also ends when the user leaves the page.
    actors: {
      send: call(async ({ task }) => {
        const ended = await sessions.end(task.selection)
        return ended.ok ? ok(endedText(ended.value)) : ended
      }),
    },
    actions: {
      notifyEnd({ context: { answer } }) {
        if (answer?.ok) toasts.show(answer.value)
        table.retry()
      },
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => undefined,
    select(state) {
      const { task, openings, answer } = state.context
      if (task === null || state.matches('closed')) return { dialog: null }
      return {
        dialog: {
          opening: openings,
          title: toTitle(task.sessions.length),
          question: toQuestion(task.selection, task.sessions),
          action: toAction(task.sessions.length),
          busy: state.matches('sending'),
          failure: answer?.ok === false ? actionFailureMessage(answer.error) : null,
        },
      }
    },
  })
  const rows = () => table.getSnapshot().rows.value ?? []
  const open = (selection: SessionSelection) => {
    const selected = selectSessions(rows(), selection)
    if (selected.length > 0) flow.send({ type: 'OPEN', task: { selection, sessions: selected } })
  }
  const view = combine(
    { table, flow },
    ({ table: state, flow: { dialog } }): OpenSessionsState => ({
      ...state,
      dialog,
      otherCount: selectSessions(state.rows.value ?? [], { kind: 'others' }).length,
    }),
  )

  return {
    ...table,
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    countOfPerson: ({ userId }) => selectSessions(rows(), { kind: 'person', userId }).length,
    endOne: ({ id }) => open({ kind: 'session', id }),
    endPerson: ({ userId }) => open({ kind: 'person', userId }),
    endOthers: () => open({ kind: 'others' }),
    confirm() {
      flow.send({ type: 'CONFIRM' })
      runWhile(flow, ({ dialog }) => dialog?.busy === true)
    },
    close: () => flow.send({ type: 'CLOSE' }),
  }
}
