import { useSelector } from '@xstate/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  CHOOSE_HINT,
  DOWNLOAD_REJECTED,
  DOWNLOAD_RESULT,
  DOWNLOAD_TEMPLATE,
  type FileRowState,
  LOAD_CSV,
  type UserFileSnapshot,
  type UserFileView,
} from '#src/application/imc/users/user-file.ts'
import type { RowNames } from '#src/application/platform/list-messages.ts'
import { takePage } from '#src/domain/list.ts'
import { useImc } from '#src/ui/imc/use-imc.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/parts/data-table.tsx'
import { CloseButton, Dialog } from '#src/ui/parts/dialog.tsx'
import { FileField, type FileState } from '#src/ui/parts/file-field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { Pager } from '#src/ui/parts/pager.tsx'

const ROW_NAMES: RowNames = { one: 'fila', many: 'filas' }
const PAGE_ROWS = 20

/** The file itself is checked when it is read: it has other limits than an attachment. */
const acceptAnyFile = () => null
const NO_MESSAGES = { 'no-file': '', extension: '', empty: '', 'too-large': '' }

const TONES: Readonly<Record<FileRowState['tone'], string>> = {
  ok: 'text-success',
  muted: 'text-muted',
  err: 'text-danger',
}

const COLUMNS: readonly TableColumn<FileRowState>[] = [
  { id: 'linea', title: 'Línea', align: 'end', cell: ({ line }) => line },
  { id: 'nombre', title: 'Nombre', isRowHeading: true, className: 'wrap-anywhere', cell: ({ name }) => name || '—' },
  {
    id: 'resultado',
    title: 'Resultado',
    className: 'min-w-22',
    cell: ({ result, tone }) => <span className={TONES[tone]}>{result}</span>,
  },
  {
    id: 'errores',
    title: 'Errores',
    className: 'wrap-anywhere',
    cell: ({ problems }) => (
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    ),
  },
]

/** The rows of the file with their results, in pages. */
function FileRows({ rows }: Pick<UserFileSnapshot, 'rows'>) {
  const [pageNumber, setPageNumber] = useState(1)
  const page = takePage(rows, pageNumber, PAGE_ROWS)
  if (rows.length === 0) return null
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the rows. */}
      <section className="max-h-[40vh] overflow-auto" aria-label="Filas del archivo" tabIndex={0}>
        <DataTable
          caption="Filas del archivo"
          columns={COLUMNS}
          rows={page.rows}
          skeletonRows={0}
          toId={({ line }) => `${line}`}
        />
      </section>
      <Pager page={page} names={ROW_NAMES} onPage={setPageNumber} />
    </div>
  )
}

const BUSY_STEPS: readonly UserFileSnapshot['step'][] = ['checking', 'creating']
const RESULT_STEPS: readonly UserFileSnapshot['step'][] = ['review', 'stopped', 'done']

function toFileState({ file, refusals }: UserFileSnapshot): FileState {
  if (file === null) return { kind: 'missing' }
  const [error = ''] = refusals
  return refusals.length > 0 ? { kind: 'failed', name: file.name, error } : { kind: 'chosen', ...file }
}

interface PartProps {
  readonly view: UserFileView
  readonly state: UserFileSnapshot
}

const CHOOSING_STEPS: readonly UserFileSnapshot['step'][] = ['choosing', 'review', 'checkFailed', 'done']

const Choice = ({ view, state }: PartProps) =>
  CHOOSING_STEPS.includes(state.step) && (
    <FileField
      label="Archivo"
      hint={CHOOSE_HINT}
      rule="none"
      extensions={['csv', 'tsv', 'txt']}
      check={acceptAnyFile}
      messages={NO_MESSAGES}
      state={toFileState(state)}
      onChoose={view.choose}
    />
  )

/** All that is wrong with the file, when it is more than one sentence. */
const Refusals = ({ refusals }: Pick<UserFileSnapshot, 'refusals'>) =>
  refusals.length > 1 && (
    <ul className="list-disc pl-5 text-sm text-danger" role="alert">
      {refusals.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )

const Stop = ({ step, failure }: Pick<UserFileSnapshot, 'step' | 'failure'>) =>
  failure !== null &&
  step !== 'choosing' && (
    <Notice icon="warning" tone="err" lead={step === 'stopped' ? 'La creación se detuvo.' : 'La revisión se detuvo.'}>
      {failure} {step === 'stopped' && 'Lo creado queda creado; al continuar, nadie se crea dos veces.'}
    </Notice>
  )

const Results = ({ view, state: { step, notes, rows, counts } }: PartProps) =>
  RESULT_STEPS.includes(step) && (
    <>
      <p className="text-sm text-muted">{notes.join(' ')}</p>
      <FileRows key={step} rows={rows} />
      <div className="flex flex-wrap gap-2">
        {counts.rejected > 0 && (
          <Button variant="secondary" size="small" onClick={view.downloadRejected}>
            <Icon name="download" />
            {DOWNLOAD_REJECTED}
          </Button>
        )}
        {step !== 'review' && (
          <Button variant="secondary" size="small" onClick={view.downloadResult}>
            <Icon name="download" />
            {DOWNLOAD_RESULT}
          </Button>
        )}
      </div>
    </>
  )

const FileBody = ({ view, state }: PartProps) => (
  <div className="grid gap-3">
    <Choice view={view} state={state} />
    <Refusals refusals={state.refusals} />
    <p className="font-600" role="status">
      {state.summary}
    </p>
    {BUSY_STEPS.includes(state.step) && (
      <progress className="w-full accent-accent" max={1} value={state.progress} aria-label={state.summary} />
    )}
    <Stop step={state.step} failure={state.failure} />
    <Results view={view} state={state} />
  </div>
)

interface Props {
  /** `mayHaveChanged` is true after a batch was sent: the caller must reload the list. */
  readonly onClose: (mayHaveChanged: boolean) => void
}

interface ActionsProps extends PartProps {
  readonly mainButton: RefObject<HTMLButtonElement | null>
  readonly closeButton: RefObject<HTMLButtonElement | null>
}

/** The button of the step that goes on; none where the file is missing or done. */
function MainAction({ view, state: { step, createText }, mainButton }: Omit<ActionsProps, 'closeButton'>) {
  if (step === 'stopped' || step === 'checkFailed') {
    return (
      <Button variant="primary" ref={mainButton} onClick={view.resume}>
        {step === 'stopped' ? 'Continuar' : 'Reintentar'}
      </Button>
    )
  }
  if (createText === null) return null
  return (
    <Button variant="primary" ref={mainButton} onClick={view.create}>
      {createText}
    </Button>
  )
}

function Actions({ view, state, mainButton, closeButton }: ActionsProps) {
  const { step, isStopping } = state
  if (step === 'creating') {
    return (
      <Button variant="secondary" ref={mainButton} aria-disabled={isStopping} onClick={view.stop}>
        {isStopping ? 'Deteniendo…' : 'Detener'}
      </Button>
    )
  }
  const hasEnded = step === 'done' || step === 'stopped'
  return (
    <>
      {step === 'choosing' && (
        <Button variant="text" onClick={view.downloadTemplate}>
          <Icon name="download" />
          {DOWNLOAD_TEMPLATE}
        </Button>
      )}
      <CloseButton variant={step === 'done' ? 'primary' : 'secondary'} ref={closeButton}>
        {hasEnded ? 'Cerrar' : 'Cancelar'}
      </CloseButton>
      <MainAction view={view} state={state} mainButton={mainButton} />
    </>
  )
}

const QUIET_STEPS: readonly UserFileSnapshot['step'][] = ['choosing', 'reading', 'checking']

/** Loads new users of a CSV file: choose, look, create, and see who was created (D91). */
export function UserFileDialog({ onClose }: Props) {
  const { createUserFile } = useImc()
  const [view] = useState(createUserFile)
  const state = useSelector(view, (snapshot) => snapshot)
  const { step } = state
  const mainButton = useRef<HTMLButtonElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  const close = () => onClose(state.mayHaveChanged)
  // The pressed button goes away with its step.
  useEffect(() => {
    if (!QUIET_STEPS.includes(step)) (mainButton.current ?? closeButton.current)?.focus()
  }, [step])
  return (
    <Dialog
      title={LOAD_CSV}
      // A refused file is no loss.
      dirty={state.file !== null && state.refusals.length === 0 && step !== 'done'}
      busy={step === 'creating'}
      onClose={close}
      actions={<Actions view={view} state={state} mainButton={mainButton} closeButton={closeButton} />}
    >
      <FileBody view={view} state={state} />
    </Dialog>
  )
}
