import type { ReactNode } from 'react'

import { Icon } from '#src/ui/parts/icon.tsx'

/** What stands under a control: what is wrong with it, or else what helps to fill it in. */
export interface FieldNotes {
  readonly error?: string | null | undefined
  readonly hint?: string | undefined
}

const noteId = (id: string) => `${id}-note`

/** How the control with that id points to its note and says that it is wrong. */
export const describedBy = (id: string, { error, hint }: FieldNotes) => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error || hint ? noteId(id) : undefined,
})

interface NoteProps extends FieldNotes {
  /** Of the control. */
  readonly id: string
}

/** Keeps its line even when it says nothing, so that no error moves what is below it. */
export const FieldNote = ({ id, error, hint }: NoteProps) => (
  <span className={error ? 'msg' : 'hint'} id={noteId(id)}>
    {error && <Icon name="warning" />}
    {error || hint}
  </span>
)

interface Props extends NoteProps {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

/** Label, control, note. */
export const Field = ({ id, label, className = '', error, hint, children }: Props) => (
  <div className={`field ${error ? 'bad' : ''} ${className}`}>
    <label htmlFor={id}>{label}</label>
    {children}
    <FieldNote id={id} error={error} hint={hint} />
  </div>
)
