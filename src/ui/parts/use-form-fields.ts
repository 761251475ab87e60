import { useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'

export interface FormFields<Values extends FieldValues> {
  /** The props of a native control. */
  readonly bind: (name: Path<Values>) => UseFormRegisterReturn
  /** The same with the error of its field: all that a text field needs. */
  readonly field: (name: Path<Values>) => UseFormRegisterReturn & { readonly error: string | null }
  /** The error of a field, null without an error. */
  readonly findError: (name: Path<Values>) => string | null
  /** The `onChange` of a control that is not native: a list, segments. */
  readonly choose: <Name extends Path<Values>>(name: Name) => (value: PathValue<Values, Name>) => void
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Connects react-hook-form to `FormField`. A field is validated when the focus leaves it. Once it
 * was wrong, it is validated with every change of the form: a repeated password depends on the
 * other field.
 */
export function useFormFields<Values extends FieldValues>(form: UseFormReturn<Values>): FormFields<Values> {
  const { getFieldState, formState, register, setValue, trigger } = form
  const onceWrong = useRef(new Set<Path<Values>>())
  const attached = useRef(new Set<Path<Values>>())
  const shown: Path<Values>[] = []
  const findError = (name: Path<Values>) => {
    const message = getFieldState(name, formState).error?.message ?? null
    if (message !== null) shown.push(name)
    return message
  }
  function validateWrongFields() {
    for (const name of shown) onceWrong.current.add(name)
    if (onceWrong.current.size > 0) void trigger([...onceWrong.current])
  }
  /** Takes what was typed into the page of the server, before a default value replaces it. */
  function takeTyped(name: Path<Values>, control: Control): void {
    if (attached.current.has(name)) return
    attached.current.add(name)
    const typed = control.type === 'checkbox' ? 'checked' in control && control.checked : control.value
    // A radio's value is not what was chosen.
    if (typed && control.type !== 'radio')
      setValue(name, typed as PathValue<Values, typeof name>, { shouldDirty: true })
  }
  function bind(name: Path<Values>): UseFormRegisterReturn {
    const registered = register(name, { onChange: validateWrongFields })
    return {
      ...registered,
      ref(control: Control | null) {
        if (control) takeTyped(name, control)
        registered.ref(control)
      },
    }
  }
  return {
    findError,
    bind,
    field: (name) => ({ ...bind(name), error: findError(name) }),
    choose: (name) => (value) => {
      setValue(name, value, { shouldDirty: true })
      validateWrongFields()
    },
  }
}
