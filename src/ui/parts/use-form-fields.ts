import { useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'

export interface FormFields<Values extends FieldValues> {
  /** The props of a native control. */
  readonly bind: (name: Path<Values>) => UseFormRegisterReturn
  /** The props of a native control and the error of its field: all that a text field needs. */
  readonly field: (name: Path<Values>) => UseFormRegisterReturn & { readonly error: string | null }
  /** The error of a field, null without an error. */
  readonly findError: (name: Path<Values>) => string | null
  /** The `onChange` of a control that is not native: a list, segments. */
  readonly choose: <Name extends Path<Values>>(name: Name) => (value: PathValue<Values, Name>) => void
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Connects react-hook-form to `FormField`. A field is validated when the focus leaves it. After its
 * first error it is validated with every change of the form: a repeated password depends on the
 * other field.
 */
export function useFormFields<Values extends FieldValues>(form: UseFormReturn<Values>): FormFields<Values> {
  const { getFieldState, formState, register, setValue, trigger } = form
  const failedFields = useRef(new Set<Path<Values>>())
  const attached = useRef(new Set<Path<Values>>())
  const visibleErrors: Path<Values>[] = []
  const findError = (name: Path<Values>) => {
    const message = getFieldState(name, formState).error?.message ?? null
    if (message !== null) visibleErrors.push(name)
    return message
  }
  function validateFailedFields() {
    for (const name of visibleErrors) failedFields.current.add(name)
    if (failedFields.current.size > 0) void trigger([...failedFields.current])
  }
  /** Stores what the user typed before hydration, before the default value replaces it. */
  function storeTypedValue(name: Path<Values>, control: Control): void {
    if (attached.current.has(name)) return
    attached.current.add(name)
    const typed = control.type === 'checkbox' ? 'checked' in control && control.checked : control.value
    // A radio button has a value even when it is not checked.
    if (typed && control.type !== 'radio')
      setValue(name, typed as PathValue<Values, typeof name>, { shouldDirty: true })
  }
  function bind(name: Path<Values>): UseFormRegisterReturn {
    const registered = register(name, { onChange: validateFailedFields })
    return {
      ...registered,
      ref(control: Control | null) {
        if (control) storeTypedValue(name, control)
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
      validateFailedFields()
    },
  }
}
