import { useEffect, useRef } from 'react'

import type { FormSnapshot } from '#src/application/identity/form-state.ts'

/** Focuses the field that a view names, once for each check. Returns a function that creates the `ref` of a field. */
export function useFieldFocus<Field extends string>(focus: FormSnapshot<object, Field>['focus']) {
  const controls = useRef(new Map<Field, HTMLElement>())
  useEffect(() => {
    if (focus) controls.current.get(focus.field)?.focus()
  }, [focus])
  return (field: Field) => (control: HTMLElement | null) => {
    if (control) controls.current.set(field, control)
    else controls.current.delete(field)
  }
}
