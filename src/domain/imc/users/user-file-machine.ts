import { assign, setup } from 'xstate'
import type { AttachedFile } from '#src/domain/attachment.ts'
import { type Answer, type CallFailure, declareCall, type Timed } from '#src/domain/call.ts'
import {
  type BatchOutcome,
  type BatchRow,
  CHECK_BATCH_ROWS,
  CREATE_BATCH_ROWS,
  type CreateBatch,
  type RowProblem,
} from '#src/domain/imc/users/user-batch.ts'
import type { UserForm } from '#src/domain/imc/users/user-form.ts'

/** A row of the file: what it says, and what is known of it. */
export interface FileRow {
  readonly line: number
  readonly cells: readonly string[]
  readonly name: string
  /** Null when the row is rejected before any call. */
  readonly user: UserForm | null
  /** `waiting`: not yet checked by the service. */
  readonly state: 'waiting' | BatchOutcome['kind']
  readonly problems: readonly RowProblem[]
  /** The user name of a created or existing user; else ''. */
  readonly username: string
}

/** A file that was read, with its own checks done. */
export interface UserFile {
  readonly name: string
  readonly headings: readonly string[]
  /** How the file was read, and what of it is not used. */
  readonly notes: readonly string[]
  readonly rows: readonly FileRow[]
}

/** Why a file cannot be used, as sentences. */
export type FileReading =
  | { readonly kind: 'read'; readonly file: UserFile }
  | { readonly kind: 'refused'; readonly texts: readonly string[] }

export interface UserFileContext {
  readonly chosen: AttachedFile | null
  readonly file: UserFile | null
  readonly refusals: readonly string[]
  readonly failure: CallFailure | null
  /** Start of the idempotency keys of this creation; '' before it. */
  readonly key: string
  /** The user asked to stop after the current batch. */
  readonly isStopping: boolean
  /** Whether a batch was sent: users may have been created. */
  readonly isSent: boolean
}

export type UserFileEvent = Timed<
  | { readonly type: 'CHOOSE'; readonly file: AttachedFile }
  | { readonly type: 'CREATE'; readonly key: string }
  | { readonly type: 'STOP' | 'CONTINUE' }
>

const NO_FILE = { file: null, refusals: [], failure: null, key: '', isStopping: false } as const

function takeBatch(file: UserFile | null, state: FileRow['state'], size: number): readonly BatchRow[] {
  const batch: BatchRow[] = []
  for (const row of file?.rows ?? []) {
    if (row.state === state && row.user !== null) batch.push({ line: row.line, user: row.user })
    if (batch.length === size) break
  }
  return batch
}

const takeUnchecked = ({ file }: UserFileContext) => takeBatch(file, 'waiting', CHECK_BATCH_ROWS)

/** A retry takes the same rows under the same key: the service replies as the first time (D28). */
function takeUncreated({ file, key }: UserFileContext): CreateBatch {
  const ready = takeBatch(file, 'ready', CREATE_BATCH_ROWS + 1)
  const rows = ready.slice(0, CREATE_BATCH_ROWS)
  return { rows, key: `${key}-${rows[0]?.line ?? 0}`, load: { id: key, isLast: ready.length === rows.length } }
}

/** A reply that leaves out a row would repeat its call for ever. */
const isComplete = (batch: readonly BatchRow[], outcomes: readonly BatchOutcome[]) => {
  const lines = new Set(outcomes.map(({ line }) => line))
  return batch.every(({ line }) => lines.has(line))
}

function applyOutcomes(file: UserFile | null, outcomes: readonly BatchOutcome[]): UserFile | null {
  if (file === null) return null
  const byLine = new Map(outcomes.map((outcome) => [outcome.line, outcome]))
  const rows = file.rows.map((row): FileRow => {
    const outcome = byLine.get(row.line)
    if (outcome === undefined) return row
    const username = 'username' in outcome ? outcome.username : ''
    const problems = 'problems' in outcome ? outcome.problems : []
    return { ...row, state: outcome.kind, username, problems }
  })
  return { ...file, rows }
}

type Outcomes = Answer<readonly BatchOutcome[]>

const CHOOSE = { CHOOSE: { target: '#userFile.reading', actions: 'choose' } } as const

/**
 * Loads a file of users (D91): reads it, has the service check its rows in batches without a write,
 * then creates the valid ones in batches. A failure stops between two batches; the same call goes on.
 */
export const userFileMachine = setup({
  types: { context: {} as UserFileContext, events: {} as UserFileEvent },
  actors: {
    readFile: declareCall<AttachedFile, FileReading>(),
    checkBatch: declareCall<readonly BatchRow[], readonly BatchOutcome[]>(),
    createBatch: declareCall<CreateBatch, readonly BatchOutcome[]>(),
  },
  guards: {
    isRead: (_, answer: Answer<FileReading>) => answer.ok && answer.value.kind === 'read',
    isChecked: ({ context }) => takeUnchecked(context).length === 0,
    isCreated: ({ context }) => takeUncreated(context).rows.length === 0,
    isStopping: ({ context }) => context.isStopping,
  },
  actions: {
    choose: assign(({ event }) => (event.type === 'CHOOSE' ? { ...NO_FILE, chosen: event.file, isSent: false } : {})),
    setKey: assign(({ event }) => (event.type === 'CREATE' ? { key: event.key } : {})),
    start: assign({ failure: null, isStopping: false }),
    setStopping: assign({ isStopping: true }),
    setSent: assign({ isSent: true }),
    endReading: assign((_, answer: Answer<FileReading>) => {
      if (!answer.ok) return { failure: answer.error }
      return answer.value.kind === 'read' ? { file: answer.value.file } : { refusals: answer.value.texts }
    }),
    endCheck: assign(({ context }, answer: Outcomes) => endBatch(context, takeUnchecked(context), answer)),
    endCreation: assign(({ context }, answer: Outcomes) => endBatch(context, takeUncreated(context).rows, answer)),
  },
}).createMachine({
  id: 'userFile',
  context: { ...NO_FILE, chosen: null, isSent: false },
  initial: 'choosing',
  states: {
    choosing: { on: CHOOSE },
    reading: {
      on: CHOOSE,
      invoke: {
        src: 'readFile',
        input: ({ context }) => {
          if (context.chosen === null) throw new Error('user file: reading nothing')
          return context.chosen
        },
        onDone: [
          {
            guard: { type: 'isRead', params: ({ event }) => event.output },
            target: 'checking',
            actions: { type: 'endReading', params: ({ event }) => event.output },
          },
          { target: 'choosing', actions: { type: 'endReading', params: ({ event }) => event.output } },
        ],
      },
    },
    checking: {
      initial: 'next',
      entry: 'start',
      states: {
        next: { always: [{ guard: 'isChecked', target: '#userFile.review' }, { target: 'request' }] },
        request: {
          invoke: {
            src: 'checkBatch',
            input: ({ context }) => takeUnchecked(context),
            onDone: { target: 'received', actions: { type: 'endCheck', params: ({ event }) => event.output } },
          },
        },
        received: {
          always: [
            { guard: ({ context }) => context.failure !== null, target: '#userFile.checkFailed' },
            { target: 'next' },
          ],
        },
      },
    },
    checkFailed: { on: { ...CHOOSE, CONTINUE: 'checking' } },
    review: {
      on: { ...CHOOSE, CREATE: { guard: ({ context }) => !isEmpty(context), target: 'creating', actions: 'setKey' } },
    },
    creating: {
      initial: 'next',
      entry: ['start', 'setSent'],
      on: { STOP: { actions: 'setStopping' } },
      states: {
        next: { always: [{ guard: 'isCreated', target: '#userFile.done' }, { target: 'request' }] },
        request: {
          invoke: {
            src: 'createBatch',
            input: ({ context }) => takeUncreated(context),
            onDone: { target: 'received', actions: { type: 'endCreation', params: ({ event }) => event.output } },
          },
        },
        received: {
          always: [
            { guard: 'isCreated', target: '#userFile.done' },
            { guard: ({ context }) => context.failure !== null, target: '#userFile.stopped' },
            { guard: 'isStopping', target: '#userFile.stopped' },
            { target: 'request' },
          ],
        },
      },
    },
    stopped: { on: { CONTINUE: 'creating' } },
    done: { on: CHOOSE },
  },
})

function isEmpty(context: UserFileContext): boolean {
  return takeUncreated(context).rows.length === 0
}

function endBatch(
  { file }: UserFileContext,
  batch: readonly BatchRow[],
  answer: Outcomes,
): Partial<Pick<UserFileContext, 'file' | 'failure'>> {
  if (!answer.ok) return { failure: answer.error }
  if (!isComplete(batch, answer.value)) return { failure: { kind: 'malformed' } }
  return { file: applyOutcomes(file, answer.value) }
}
