import { Description, Field, Label } from '@headlessui/react'
import type { ReactNode } from 'react'

import type { FieldNotes } from '#src/ui/parts/field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

interface Props extends FieldNotes {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

/** The label and the note of a Headless UI list: its accessible name and its description. */
export const ChoiceField = ({ label, className = '', error, hint, children }: Props) => (
  <Field className={`field ${error ? 'field-bad' : ''} ${className}`}>
    <Label>{label}</Label>
    {children}
    <Description as="span" className={error ? 'field-error' : 'field-hint'}>
      {error && <Icon name="warning" />}
      {error || hint}
    </Description>
  </Field>
)
