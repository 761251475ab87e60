import { type ComponentProps, useId } from 'react'

import { describedBy, Field, type FieldNotes } from '#src/ui/parts/field.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'className'>, FieldNotes {
  readonly label: string
}

export function TextField({ label, error, hint, ...input }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <span className="control">
        <input id={id} type="text" {...input} {...describedBy(id, { error, hint })} />
      </span>
    </Field>
  )
}
