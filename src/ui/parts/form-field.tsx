import { type ReactNode, useId } from 'react'

import { Field, type FieldNotes, type FieldSpace, toAriaAttributes } from '#src/ui/parts/field.tsx'

/** The attributes that connect a control to its field. */
export interface FieldControl {
  readonly id: string
  readonly 'aria-invalid': boolean | undefined
  readonly 'aria-describedby': string | undefined
}

interface Props extends FieldNotes {
  readonly label: string
  readonly space?: FieldSpace
  readonly className?: string
  /** Ids of other elements that describe the control. */
  readonly descriptionIds?: string
  readonly children: (control: FieldControl) => ReactNode
}

/**
 * A form control with its label and its error or hint. `useFormFields` returns the error from
 * react-hook-form.
 */
export function FormField({
  label,
  space,
  className = '',
  descriptionIds = '',
  error,
  hint,
  optional,
  children,
}: Props) {
  const id = useId()
  const { 'aria-describedby': noteIds = '', ...validity } = toAriaAttributes(id, { error, hint, optional })
  const allIds = `${noteIds} ${descriptionIds}`.trim()
  return (
    <Field id={id} label={label} space={space} className={className} error={error} hint={hint} optional={optional}>
      {children({ id, ...validity, 'aria-describedby': allIds === '' ? undefined : allIds })}
    </Field>
  )
}
