import { type ComponentProps, type ReactNode, useId } from 'react'

import { FieldNote, type FieldNotes, toAriaAttributes } from '#src/ui/parts/field.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>, FieldNotes {
  /** The label. If it contains a link, `aria-label` has to name the checkbox. */
  readonly children: ReactNode
}

/** A checkbox with its label. */
export function CheckField({ children, error, hint, ...input }: Props) {
  const id = useId()
  return (
    <div className={error ? 'check-field field-bad' : 'check-field'}>
      <span className="check">
        <input id={id} type="checkbox" {...input} {...toAriaAttributes(id, { error, hint })} />
        <label htmlFor={id}>{children}</label>
      </span>
      {(error || hint) && <FieldNote id={id} error={error} hint={hint} />}
    </div>
  )
}
