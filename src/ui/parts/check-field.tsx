import { type ComponentProps, type ReactNode, useId } from 'react'

import { describedBy, FieldNote, type FieldNotes } from '#src/ui/parts/field.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>, FieldNotes {
  /** The label. With a link inside, set `aria-label` as the name. */
  readonly children: ReactNode
}

/** A checkbox with its label. */
export function CheckField({ children, error, hint, ...input }: Props) {
  const id = useId()
  return (
    <div className={error ? 'check-field field-bad' : 'check-field'}>
      <span className="check">
        <input id={id} type="checkbox" {...input} {...describedBy(id, { error, hint })} />
        <label htmlFor={id}>{children}</label>
      </span>
      {(error || hint) && <FieldNote id={id} error={error} hint={hint} />}
    </div>
  )
}
