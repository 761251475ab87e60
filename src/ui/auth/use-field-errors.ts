import { useRef, useState } from 'react'

export interface FieldErrors<Field extends string> {
  /** What to show under a field now, null for nothing. */
  readonly errorOf: (field: Field) => string | null
  /** The field was left. */
  readonly leave: (field: Field) => void
  /** Shows everything that is wrong and puts the focus on the first of it. Whether there was nothing. */
  readonly check: () => boolean
  /** For the `ref` of the field's control. */
  readonly refOf: (field: Field) => (control: HTMLElement | null) => void
}

/**
 * When the errors of a small form show: a field's on leaving it, from then on as it is typed; all of them on sending.
 * `fields` in the form's order; `messageOf` tells what is wrong with what is typed now.
 */
export function useFieldErrors<Field extends string>(
  fields: readonly Field[],
  messageOf: (field: Field) => string | null,
): FieldErrors<Field> {
  const [shown, setShown] = useState<ReadonlySet<Field>>(new Set())
  const controls = useRef(new Map<Field, HTMLElement>())
  return {
    errorOf: (field) => (shown.has(field) ? messageOf(field) : null),
    leave: (field) => {
      if (messageOf(field) !== null) setShown((before) => new Set(before).add(field))
    },
    check: () => {
      const wrong = fields.filter((field) => messageOf(field) !== null)
      setShown((before) => new Set([...before, ...wrong]))
      const [first] = wrong
      if (first !== undefined) controls.current.get(first)?.focus()
      return first === undefined
    },
    refOf: (field) => (control) => {
      if (control) controls.current.set(field, control)
      else controls.current.delete(field)
    },
  }
}
