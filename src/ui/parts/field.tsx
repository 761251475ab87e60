import type { ComponentProps, ReactNode } from 'react'

import { Icon } from '#src/ui/parts/icon.tsx'

/** The texts next to a control. The note below the control is the error, or else the hint. */
export interface FieldNotes {
  readonly error?: string | null | undefined
  readonly hint?: string | undefined
  /** Shows 'Opcional' next to the label. */
  readonly optional?: boolean | undefined
}

const toNoteId = (id: string) => `${id}-note`
const toOptionalId = (id: string) => `${id}-optional`

/** ARIA attributes that connect a control to its note and mark it as invalid. */
export function toAriaAttributes(id: string, { error, hint, optional }: FieldNotes) {
  const ids = [optional && toOptionalId(id), (error || hint) && toNoteId(id)].filter(Boolean)
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
  }
}

/** The space at the end of a control, for a button or an arrow. */
const PADDINGS = { text: 'px-3', button: 'pr-11 pl-3', arrow: 'pr-9 pl-3' } as const

/** The classes of an input, a text area or a button that opens a list. */
export const controlClass = ({ end = 'text' }: { readonly end?: keyof typeof PADDINGS } = {}) =>
  `min-h-control w-full appearance-none rounded-xs border border-line-strong bg-raised text-left text-base placeholder:text-muted focus-visible:border-focus focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-focus aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger ${PADDINGS[end]}`

interface TailProps {
  readonly label: string
  readonly icon: ComponentProps<typeof Icon>['name']
  readonly onPress: () => void
}

/** A button inside the end of a control. */
export const TailButton = ({ label, icon, onPress }: TailProps) => (
  <button
    type="button"
    className="absolute inset-y-px right-px grid w-10.5 place-items-center rounded-xs text-muted hover:text-ink focus-visible:-outline-offset-2"
    aria-label={label}
    onClick={onPress}
  >
    <Icon name={icon} />
  </button>
)

const SPACES = { below: 'mb-3.5', none: '' } as const

/** `none` has no space below, for a field at the end of its part. */
export type FieldSpace = keyof typeof SPACES

/** The classes of a label, a control and a note. The note reserves one line. */
export const fieldClass = (space: FieldSpace = 'below') =>
  `grid grid-rows-[auto_auto_minmax(var(--md-lh-xs),auto)] content-start gap-1.25 ${SPACES[space]}`

/** The classes of a label; the word 'Opcional' is in the same row. */
export const LABEL_CLASS = 'col-1 row-1 text-sm font-560'

export const noteClass = (hasError: boolean) =>
  `text-xs ${hasError ? 'flex items-start gap-1.5 font-550 text-danger' : 'text-muted'}`

/** The icon before an error. */
export const ErrorIcon = () => <Icon name="warning" size={14} className="mt-px" />

interface NoteProps extends FieldNotes {
  /** Id of the control. */
  readonly id: string
}

/**
 * The note of a control. An empty note also occupies a line, so that an error does not shift the
 * layout.
 */
export const FieldNote = ({ id, error, hint }: NoteProps) => (
  <span className={noteClass(Boolean(error))} id={toNoteId(id)}>
    {error && <ErrorIcon />}
    {error || hint}
  </span>
)

interface Props extends NoteProps {
  readonly label: string
  readonly space?: FieldSpace | undefined
  readonly className?: string
  readonly children: ReactNode
}

/** A control with its label and its note. */
export const Field = ({ id, label, space, className = '', error, hint, optional = false, children }: Props) => (
  <div className={`${fieldClass(space)} ${className}`}>
    <label className={LABEL_CLASS} htmlFor={id}>
      {label}
    </label>
    {optional && (
      <span className="col-1 row-1 justify-self-end text-xs/5 text-muted" id={toOptionalId(id)}>
        Opcional
      </span>
    )}
    {children}
    <FieldNote id={id} error={error} hint={hint} />
  </div>
)
