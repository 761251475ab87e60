import { downloadedRowsText, formFailureMessage } from '#src/application/imc/messages.ts'
import type { NewKey, UsersGateway } from '#src/application/imc/ports.ts'
import {
  createRowCheck,
  PROBLEMS_TITLE,
  readHeadings,
  TEMPLATE_ROWS,
  toProblemText,
} from '#src/application/imc/users/user-file-columns.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import type { CsvReader, PagePorts } from '#src/application/platform/ports.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import type { AttachedFile } from '#src/domain/attachment.ts'
import { type CsvContent, type CsvFailure, readCell, toCsv } from '#src/domain/csv.ts'
import { MAX_USER_FILE_BYTES, MAX_USER_FILE_ROWS } from '#src/domain/imc/users/user-batch.ts'
import {
  type FileReading,
  type FileRow,
  type UserFileContext,
  userFileMachine,
} from '#src/domain/imc/users/user-file-machine.ts'
import { formatCount } from '#src/domain/money.ts'
import { ok } from '#src/domain/result.ts'
import { toDate } from '#src/domain/time/bogota.ts'

export const LOAD_CSV = 'Cargar CSV'
export const CHOOSE_HINT = `Un archivo CSV de hasta ${formatCount(MAX_USER_FILE_ROWS)} filas, con los títulos en la primera línea. Se revisa todo antes de crear.`
export const DOWNLOAD_TEMPLATE = 'Descargar plantilla'
export const DOWNLOAD_REJECTED = 'Descargar rechazados'
export const DOWNLOAD_RESULT = 'Descargar resultado'

const SEPARATOR_WORDS = { ';': 'punto y coma', ',': 'comas', '\t': 'tabuladores' } as const

/** Says why a file cannot be read, and what to do. */
function csvFailureText(failure: CsvFailure): string {
  switch (failure.kind) {
    case 'empty':
      return 'El archivo está vacío. Elija uno con los títulos en la primera línea y una persona por fila.'
    case 'spreadsheet':
      return "Es un libro de Excel. Ábralo, elija 'Guardar como', tipo 'CSV UTF-8', y cargue ese archivo."
    case 'not-text':
      return 'No es un archivo de texto. Elija un archivo CSV.'
    case 'unreadable':
      return 'No pudimos leer el archivo. Elíjalo de nuevo.'
    case 'too-large':
      return `El archivo pesa más de ${formatCount(failure.maximum / 1_000_000)} MB. Divídalo en varios.`
    case 'too-many-rows':
      return `El archivo tiene más de ${formatCount(failure.maximum)} filas. Divídalo en varios.`
    case 'quotes':
      return `Las comillas de la línea ${failure.line} no están bien puestas. Corríjalas y cargue el archivo de nuevo.`
  }
}

const NO_ROWS = 'El archivo solo tiene los títulos. Agregue una fila por persona.'

const refuse = (...texts: readonly string[]): FileReading => ({ kind: 'refused', texts })

/** Rows that are checked before the page may respond. */
const ROWS_AT_ONCE = 50

/** Checks all rows of a file without blocking the page. */
async function checkRows(name: string, content: CsvContent, pause: CsvReader['pause']): Promise<FileReading> {
  const [heading, ...records] = content.records
  const headings = heading?.cells.map(readCell) ?? []
  const columns = readHeadings(headings)
  if (!('fields' in columns)) return refuse(...columns)
  if (records.length === 0) return refuse(NO_ROWS)
  const check = createRowCheck(columns)
  const rows: FileRow[] = []
  for (let from = 0; from < records.length; from += ROWS_AT_ONCE) {
    for (const record of records.slice(from, from + ROWS_AT_ONCE)) rows.push(check(record))
    await pause()
  }
  const notes = [
    `${content.encoding}, separado por ${SEPARATOR_WORDS[content.separator]}.`,
    ...columns.unknownTitles.map((title) => `La columna '${title}' no se conoce y no se usa.`),
  ]
  return { kind: 'read', file: { name, headings, notes, rows } }
}

const STEPS = ['choosing', 'reading', 'checking', 'checkFailed', 'review', 'creating', 'stopped', 'done'] as const
export type UserFileStep = (typeof STEPS)[number]

/** A row of the table: its result, in words. */
export interface FileRowState {
  readonly line: number
  readonly name: string
  readonly result: string
  readonly tone: 'ok' | 'muted' | 'err'
  readonly problems: readonly string[]
}

export interface UserFileSnapshot {
  readonly step: UserFileStep
  readonly file: { readonly name: string; readonly size: number } | null
  /** Why the file cannot be used. */
  readonly refusals: readonly string[]
  readonly notes: readonly string[]
  /** Why the calls stopped; null when the user stopped them. */
  readonly failure: string | null
  readonly counts: Readonly<Record<FileRow['state'], number>>
  /** The sentence of the step, which a live region announces. */
  readonly summary: string
  /** 0 to 1, while calls run. */
  readonly progress: number
  /** The rows to look at: rejected, existing and, after the creation, created ones. */
  readonly rows: readonly FileRowState[]
  /** The button that creates; null when there is nothing to create. */
  readonly createText: string | null
  readonly isStopping: boolean
  /** Whether the list of users may be outdated. */
  readonly mayHaveChanged: boolean
}

const count = (number: number, one: string, many: string) => `${formatCount(number)} ${number === 1 ? one : many}`

function countRows(rows: readonly FileRow[]): Readonly<Record<FileRow['state'], number>> {
  const counts = { waiting: 0, ready: 0, created: 0, existing: 0, rejected: 0 }
  for (const { state } of rows) counts[state] += 1
  return counts
}

type Counts = ReturnType<typeof countRows>

const REJECTED = ['rechazado', 'rechazados'] as const
const EXISTING = ['ya existe', 'ya existen'] as const

function toSummary(step: UserFileStep, counts: Counts, total: number): string {
  const others = [
    ...(counts.rejected > 0 ? [count(counts.rejected, ...REJECTED)] : []),
    ...(counts.existing > 0 ? [count(counts.existing, ...EXISTING)] : []),
  ]
  switch (step) {
    case 'choosing':
      return ''
    case 'reading':
      return 'Leyendo el archivo…'
    case 'checking':
    case 'checkFailed':
      return `Revisando ${count(total, 'fila', 'filas')}…`
    case 'review':
      return [
        count(counts.ready, 'correcto', 'correctos'),
        count(counts.rejected, ...REJECTED),
        ...others.slice(counts.rejected > 0 ? 1 : 0),
      ].join(', ')
    case 'creating':
      return `Creando usuarios: ${formatCount(counts.created)} de ${formatCount(counts.created + counts.ready)}`
    case 'stopped':
      return [
        count(counts.created, 'usuario creado', 'usuarios creados'),
        `faltan ${formatCount(counts.ready)}`,
        ...others,
      ].join(', ')
    case 'done':
      return [count(counts.created, 'usuario creado', 'usuarios creados'), ...others].join(', ')
  }
}

function toProgress(step: UserFileStep, counts: Counts, total: number): number {
  if (step === 'checking') return total === 0 ? 0 : 1 - counts.waiting / total
  const planned = counts.created + counts.ready
  return planned === 0 ? 0 : counts.created / planned
}

const RESULTS: Readonly<Record<FileRow['state'], readonly [word: string, tone: FileRowState['tone']]>> = {
  waiting: ['Sin revisar', 'muted'],
  ready: ['Sin crear', 'muted'],
  created: ['Creado', 'ok'],
  existing: ['Ya existe', 'muted'],
  rejected: ['Rechazado', 'err'],
}

function toRowState({ line, name, state, username, problems }: FileRow): FileRowState {
  const [word, tone] = RESULTS[state]
  const result = username === '' ? word : `${word}: ${username}`
  return { line, name, result, tone, problems: problems.map(toProblemText) }
}

const isShown = ({ state }: FileRow, step: UserFileStep) =>
  state === 'rejected' || state === 'existing' || ((step === 'done' || step === 'stopped') && state !== 'waiting')

function toCreateText({ ready, rejected, existing }: Counts): string | null {
  if (ready === 0) return null
  if (rejected + existing === 0) return 'Crear todos'
  return ready === 1 ? 'Crear el correcto' : `Crear los ${formatCount(ready)} correctos`
}

const NO_ROW_STATES: readonly FileRowState[] = []

function toSnapshot(step: UserFileStep, context: UserFileContext): UserFileSnapshot {
  const rows = context.file?.rows ?? []
  const counts = countRows(rows)
  const showsRows = step === 'review' || step === 'stopped' || step === 'done'
  return {
    step,
    file: context.chosen && { name: context.chosen.name, size: context.chosen.size },
    refusals:
      step === 'choosing' && context.failure !== null ? [formFailureMessage(context.failure)] : context.refusals,
    notes: context.file?.notes ?? [],
    failure: context.failure && formFailureMessage(context.failure),
    counts,
    summary: toSummary(step, counts, rows.length),
    progress: toProgress(step, counts, rows.length),
    rows: showsRows ? rows.filter((row) => isShown(row, step)).map(toRowState) : NO_ROW_STATES,
    createText: step === 'review' ? toCreateText(counts) : null,
    isStopping: context.isStopping,
    mayHaveChanged: context.isSent,
  }
}

/** Loads users of a CSV file (D91). */
export interface UserFileView extends Readable<UserFileSnapshot> {
  choose(file: AttachedFile): void
  create(): void
  /** Stops after the current batch. */
  stop(): void
  /** Repeats the failed call, and goes on. */
  resume(): void
  downloadTemplate(): void
  /** Saves the rejected rows as they were, with a column 'Errores', to be mended and loaded. */
  downloadRejected(): void
  /** Saves the result of every row. */
  downloadResult(): void
}

export interface UserFileViewDeps extends FlowDeps, Pick<PagePorts, 'downloads'> {
  readonly users: Pick<UsersGateway, 'checkBatch' | 'createBatch'>
  readonly csv: CsvReader
  readonly newKey: NewKey
  readonly toasts: Pick<Toasts, 'show'>
}

export function createUserFileView(deps: UserFileViewDeps): UserFileView {
  const { users, csv, newKey, downloads, toasts, clock } = deps
  const call = createCaller(deps)
  const machine = userFileMachine.provide({
    actors: {
      readFile: call(async (file) => {
        const content = await csv.read(file, { maxBytes: MAX_USER_FILE_BYTES, maxRows: MAX_USER_FILE_ROWS })
        return ok(
          content.ok ? await checkRows(file.name, content.value, csv.pause) : refuse(csvFailureText(content.error)),
        )
      }),
      checkBatch: call((rows, signal) => users.checkBatch(rows, signal)),
      createBatch: call(users.createBatch),
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => undefined,
    select: (state) => {
      const step = STEPS.find((name) => state.matches(name)) ?? 'choosing'
      return { context: state.context, snapshot: toSnapshot(step, state.context) }
    },
  })
  const readFile = () => flow.getSnapshot().context.file

  function save(name: string, rows: readonly (readonly (string | number)[])[], rowCount: number) {
    const saved = downloads.save({ name, type: 'text/csv;charset=utf-8', text: toCsv(rows) })
    toasts.show(saved ? downloadedRowsText(name, rowCount) : 'No pudimos preparar el archivo.')
  }
  const toName = (start: string) => `${start}-${toDate(clock.now())}.csv`

  return {
    ...combine({ flow }, ({ flow: { snapshot } }) => snapshot),
    choose: (file) => flow.send({ type: 'CHOOSE', file }),
    create: () => flow.send({ type: 'CREATE', key: newKey() }),
    stop: () => flow.send({ type: 'STOP' }),
    resume: () => flow.send({ type: 'CONTINUE' }),
    downloadTemplate: () => save('plantilla-usuarios.csv', TEMPLATE_ROWS, 1),
    downloadRejected() {
      const file = readFile()
      if (file === null) return
      const rejected = file.rows.filter(({ state }) => state === 'rejected')
      const kept = file.headings.flatMap((title, i) => (title === PROBLEMS_TITLE ? [] : [i]))
      const pick = (cells: readonly string[]) => kept.map((i) => readCell(cells[i] ?? ''))
      const rows = rejected.map(({ cells, problems }) => [...pick(cells), problems.map(toProblemText).join('; ')])
      save(toName('usuarios-rechazados'), [[...pick(file.headings), PROBLEMS_TITLE], ...rows], rows.length)
    },
    downloadResult() {
      const rows = (readFile()?.rows ?? []).map((row) => [
        row.line,
        row.name,
        row.username,
        RESULTS[row.state][0],
        row.problems.map(toProblemText).join('; '),
      ])
      save(
        toName('usuarios-resultado'),
        [['Línea', 'Nombre', 'Usuario', 'Resultado', PROBLEMS_TITLE], ...rows],
        rows.length,
      )
    },
  }
}
