import { type DragEvent, type RefObject, useId, useRef, useState } from 'react'
import { type AttachmentViolation, attachmentViolation } from '#src/domain/attachment.ts'
import { formatFileSize } from '#src/domain/money.ts'
import { Button, buttonClass } from '#src/ui/parts/button.tsx'
import { Icon, IconDrawing } from '#src/ui/parts/icon.tsx'

/** The state of one attachment; `error` is the sentence that the user reads. */
export type FileState =
  | { readonly kind: 'missing' }
  | { readonly kind: 'chosen'; readonly name: string; readonly size: number }
  /** The service has the file, and keeps it unless it is replaced. */
  | { readonly kind: 'stored'; readonly name: string; readonly size: number }
  | { readonly kind: 'uploading'; readonly name: string; readonly percent: number }
  /** Unsent: the upload of another file stopped the sequence. */
  | { readonly kind: 'uploaded' | 'unsent'; readonly name: string }
  | { readonly kind: 'failed'; readonly name: string; readonly error: string }

export interface FileProps {
  readonly label: string
  readonly state: FileState
  /** The accepted file extensions, in lower case and without dot. */
  readonly extensions: readonly string[]
  /** The message of each violation. */
  readonly messages: Readonly<Record<AttachmentViolation, string>>
  /** The error of the form: 'Por favor, seleccione un archivo antes de cargar.' */
  readonly error?: string | null
  readonly hint?: string
  /** The line above the field; none if its part has one. */
  readonly rule?: 'above' | 'none'
  /** The user cannot choose a file now. */
  readonly locked?: boolean
  /** The rules of the file, if they are not those of an attachment. */
  readonly check?: (file: File) => AttachmentViolation | null
  /** Called with a valid file. */
  readonly onChoose: (file: File) => void
  /** If omitted, the user can replace a file but not remove it. */
  readonly onRemove?: () => void
  /** Uploads the failed file again. */
  readonly onRetry?: () => void
}

const CHOOSE_TEXTS: Readonly<Record<Exclude<FileState['kind'], 'uploading'>, string>> = {
  missing: 'Elegir archivo',
  chosen: 'Elegir otro',
  stored: 'Reemplazar',
  uploaded: 'Elegir otro',
  failed: 'Elegir otro',
  unsent: 'Elegir otro',
}

const UPLOAD_ICON_PATH = 'M8 11V2M4.5 5.5 8 2l3.5 3.5M2.5 13.5h11'
const FILE_ICON_PATH = 'M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3'

function describeState(state: FileState): string {
  switch (state.kind) {
    case 'missing':
      return 'Falta'
    case 'chosen':
      return `${state.name}, ${formatFileSize(state.size)}`
    case 'stored':
      return `${state.name}, ${formatFileSize(state.size)}, ya cargado`
    case 'uploading':
      return state.name
    case 'uploaded':
      return `${state.name}, cargado`
    case 'unsent':
      return `${state.name}, sin enviar`
    case 'failed':
      return state.error
  }
}

function StateLine({ state, error }: { readonly state: FileState; readonly error: string | null }) {
  if (error !== null) {
    return (
      <>
        <Icon name="warning" size={14} />
        {error}
      </>
    )
  }
  return (
    <>
      {(state.kind === 'uploaded' || state.kind === 'stored') && <Icon name="check" size={14} />}
      {(state.kind === 'chosen' || state.kind === 'uploading') && <IconDrawing path={FILE_ICON_PATH} size={14} />}
      {state.kind === 'failed' && <Icon name="warning" size={14} />}
      {describeState(state)}
    </>
  )
}

function toStateClass({ kind }: FileState, hasFailed: boolean): string {
  if (hasFailed) return 'font-550 text-danger'
  return kind === 'uploaded' ? 'font-550 text-success' : 'text-muted'
}

interface StatusProps extends Pick<FileProps, 'state'> {
  readonly id: string
  readonly error: string | null
}

/** What is known of the file: its name and size, its progress, or its error. */
export const FileStatus = ({ id, state, error }: StatusProps) => (
  <span
    className={`col-1 flex min-w-0 items-center gap-1.5 text-xs wrap-anywhere ${toStateClass(state, error !== null || state.kind === 'failed')}`}
    id={`${id}-state`}
    role="status"
  >
    <StateLine state={state} error={error} />
  </span>
)

export const Percent = ({ state }: Pick<FileProps, 'state'>) =>
  state.kind === 'uploading' && <span className="text-sm/6 font-600">{state.percent}%</span>

export const UploadBar = ({ label, state }: Pick<FileProps, 'label' | 'state'>) =>
  state.kind === 'uploading' && (
    <progress
      className="col-span-full mt-1.5 h-1 w-full appearance-none overflow-hidden rounded-xs border-0 bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      max={100}
      value={state.percent}
      aria-label={`Cargando ${label}`}
    />
  )

const RULES = { above: 'border-t border-line py-2.5', none: 'pb-2.5' } as const

interface ActionsProps extends Pick<FileProps, 'label' | 'extensions' | 'hint' | 'onRetry'> {
  readonly id: string
  readonly kind: Exclude<FileState['kind'], 'uploading'>
  readonly hasFailed: boolean
  readonly input: RefObject<HTMLInputElement | null>
  readonly onFile: (file: File | null) => void
  readonly onRemove: (() => void) | undefined
}

/**
 * The buttons of a file. The input is native, for keyboards and screen readers; its label looks
 * like a button.
 */
const Actions = ({ id, label, kind, hasFailed, extensions, hint, input, onFile, onRemove, onRetry }: ActionsProps) => (
  <>
    {kind === 'failed' && onRetry && (
      <Button variant="primary" size="small" onClick={onRetry}>
        <Icon name="retry" />
        Reintentar
      </Button>
    )}
    {kind !== 'missing' && onRemove && (
      <Button variant="text" size="small" aria-label={`Quitar ${label}`} onClick={onRemove}>
        Quitar
      </Button>
    )}
    <span className="relative">
      <input
        className="peer absolute inset-0 w-full cursor-pointer opacity-0"
        ref={input}
        id={id}
        type="file"
        accept={extensions.map((extension) => `.${extension}`).join(',')}
        aria-label={label}
        aria-invalid={hasFailed || undefined}
        aria-describedby={hint ? `${id}-state ${id}-hint` : `${id}-state`}
        onChange={({ target }) => onFile(target.files?.[0] ?? null)}
      />
      <label
        className={`${buttonClass({ variant: 'secondary', size: 'small' })} peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus`}
        htmlFor={id}
      >
        <IconDrawing path={UPLOAD_ICON_PATH} />
        {CHOOSE_TEXTS[kind]}
      </label>
    </span>
  </>
)

/** Validates each file that the user chooses: stores its violation, or calls `onChoose`. */
function useFileValidation({ extensions, messages, error, check, onChoose }: FileProps) {
  const [violation, setViolation] = useState<AttachmentViolation | null>(null)
  const validate = (file: File | null) => {
    if (file === null) return
    const next = check ? check(file) : attachmentViolation(file, extensions)
    setViolation(next)
    if (next === null) onChoose(file)
  }
  const shownError = violation === null ? (error ?? null) : messages[violation]
  return { validate, shownError, clearViolation: () => setViolation(null) }
}

/** The id, the error, the drop target and the buttons of one file. */
export function useFile(props: FileProps) {
  const { state, locked = false, onRemove } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isDragging, setDragging] = useState(false)
  const { validate, shownError, clearViolation } = useFileValidation(props)
  const canDrop = state.kind !== 'uploading' && !locked

  function validateInput(file: File | null) {
    validate(file)
    if (input.current) input.current.value = ''
  }
  function remove() {
    clearViolation()
    onRemove?.()
    input.current?.focus()
  }
  const handleDrag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setDragging(isOver && canDrop)
  }
  const handleDrop = (event: DragEvent) => {
    handleDrag(false)(event)
    if (canDrop) validate(event.dataTransfer.files[0] ?? null)
  }
  return {
    id,
    shownError,
    dropTarget: { onDragOver: handleDrag(true), onDragLeave: handleDrag(false), onDrop: handleDrop },
    dropClass: isDragging
      ? 'pointer-fine:outline pointer-fine:outline-offset-4 pointer-fine:outline-accent pointer-fine:outline-dashed'
      : '',
    actions:
      state.kind === 'uploading' || locked ? null : (
        <Actions
          {...props}
          id={id}
          kind={state.kind}
          hasFailed={shownError !== null || state.kind === 'failed'}
          input={input}
          onFile={validateInput}
          onRemove={onRemove && remove}
        />
      ),
  }
}

/**
 * The field for one file of a form. It validates the file that the user chooses or drops, and shows
 * the progress of the upload.
 */
export function FileField(props: FileProps) {
  const { label, rule = 'above', state, hint } = props
  const { id, shownError, dropTarget, dropClass, actions } = useFile(props)
  return (
    // biome-ignore lint/a11y/useSemanticElements: screen readers repeat the legend of a fieldset.
    <div
      role="group"
      aria-labelledby={`${id}-name`}
      className={`grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-0.5 ${RULES[rule]} ${dropClass}`}
      {...dropTarget}
    >
      <span className="text-sm font-560" id={`${id}-name`}>
        {label}
      </span>
      <FileStatus id={id} state={state} error={shownError} />
      <span
        className={`col-2 row-[1/span_2] flex items-center gap-2 ${state.kind === 'uploading' ? '' : 'max-sm:order-1 max-sm:col-span-full max-sm:row-auto max-sm:flex-wrap max-sm:pt-1.5'}`}
      >
        <Percent state={state} />
        {actions}
      </span>
      <UploadBar label={label} state={state} />
      {hint && (
        <span className="col-span-full text-xs text-muted" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}
