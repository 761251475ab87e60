import type { ReactNode } from 'react'

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

interface NoteProps extends FieldNotes {
  /** Id of the control. */
  readonly id: string
}

/**
 * The note of a control. An empty note also occupies a line, so that an error does not shift the
 * layout.
 */
export const FieldNote = ({ id, error, hint }: NoteProps) => (
  <span className={error ? 'field-error' : 'field-hint'} id={toNoteId(id)}>
    {error && <Icon name="warning" />}
    {error || hint}
  </span>
)

interface Props extends NoteProps {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

/** A control with its label and its note. */
export const Field = ({ id, label, className = '', error, hint, optional = false, children }: Props) => (
  <div className={`field ${error ? 'field-bad' : ''} ${className}`}>
    <label htmlFor={id}>{label}</label>
    {optional && (
      <span className="field-optional" id={toOptionalId(id)}>
        Opcional
      </span>
    )}
    {children}
    <FieldNote id={id} error={error} hint={hint} />
  </div>
)
