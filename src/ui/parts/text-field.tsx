import type { ComponentProps } from 'react'

import { controlClass, type FieldNotes } from '#src/ui/parts/field.tsx'
import { FormField } from '#src/ui/parts/form-field.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'className'>, FieldNotes {
  readonly label: string
}

/** A field for one line of text. */
export const TextField = ({ label, error, hint, optional, ...input }: Props) => (
  <FormField label={label} error={error} hint={hint} optional={optional}>
    {(control) => (
      <span className="relative flex">
        <input className={controlClass()} type="text" {...input} {...control} />
      </span>
    )}
  </FormField>
)
