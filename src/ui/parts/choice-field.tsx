import { Description, Field, Label } from '@headlessui/react'
import type { KeyboardEvent, ReactNode } from 'react'

import type { FieldNotes } from '#src/ui/parts/field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'

interface Props extends FieldNotes {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

/** Opens a list with Enter, in its control. Headless UI would submit the form of the list. */
export function openOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  // Headless UI has no function that opens a list: the down arrow is its key.
  event.currentTarget.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))
}

/** The field until hydration. */
const WaitingField = ({ label, className }: Pick<Required<Props>, 'label' | 'className'>) => (
  <div className={`field ${className}`} aria-busy="true">
    <span className="field-label">{label}</span>
    <span className="field-control choice-control choice-waiting" />
    <span className="field-hint" />
  </div>
)

/**
 * The label and the note of a Headless UI list: its accessible name and its description. The server
 * does not render the list: the content security policy forbids the inline styles of its markup.
 */
export function ChoiceField({ label, className = '', error, hint, children }: Props) {
  if (!useHydrated()) return <WaitingField label={label} className={className} />
  return (
    <Field className={`field ${error ? 'field-bad' : ''} ${className}`}>
      <Label>{label}</Label>
      {children}
      <Description as="span" className={error ? 'field-error' : 'field-hint'}>
        {error && <Icon name="warning" />}
        {error || hint}
      </Description>
    </Field>
  )
}
