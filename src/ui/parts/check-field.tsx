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
    <div className="grid gap-1 [&>span+span]:pl-7.5">
      <span className="grid grid-cols-[20px_1fr] items-start gap-2.5 text-sm pointer-coarse:items-center">
        <input
          className="checkbox mt-px pointer-coarse:mt-0"
          id={id}
          type="checkbox"
          {...input}
          {...toAriaAttributes(id, { error, hint })}
        />
        <label className="pointer-coarse:py-3" htmlFor={id}>
          {children}
        </label>
      </span>
      {(error || hint) && <FieldNote id={id} error={error} hint={hint} />}
    </div>
  )
}
