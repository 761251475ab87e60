import { useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'

interface FormFields<Values extends FieldValues> {
  /** Returns the props of a native control. */
  readonly bind: (name: Path<Values>) => UseFormRegisterReturn
  /** Returns the props of a text field: the props of its control, and its error. */
  readonly field: (name: Path<Values>) => UseFormRegisterReturn & { readonly error: string | null }
  /** Returns the error of a field; null if the field is valid. */
  readonly findError: (name: Path<Values>) => string | null
  /** Returns the `onChange` of a control that is not native, such as a listbox. */
  readonly choose: <Name extends Path<Values>>(name: Name) => (value: PathValue<Values, Name>) => void
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Connects react-hook-form to `FormField`. A field is validated on blur. After its first error, a
 * field is validated on every change of the form: a repeated password depends on the other field.
 */
export function useFormFields<Values extends FieldValues>(form: UseFormReturn<Values>): FormFields<Values> {
  const { getFieldState, getValues, formState, register, setValue, trigger } = form
  const failedFields = useRef(new Set<Path<Values>>())
  const attachedFields = useRef(new Set<Path<Values>>())
  const invalidFields: Path<Values>[] = []
  const findError = (name: Path<Values>) => {
    const message = getFieldState(name, formState).error?.message ?? null
    if (message !== null) invalidFields.push(name)
    return message
  }
  function validateFailedFields() {
    for (const name of invalidFields) failedFields.current.add(name)
    if (failedFields.current.size > 0) void trigger([...failedFields.current])
  }
  /** Stores the value that the user typed before hydration; else the default value replaces it. */
  function storeTypedValue(name: Path<Values>, control: Control): void {
    if (attachedFields.current.has(name)) return
    attachedFields.current.add(name)
    const typedValue = control.type === 'checkbox' ? 'checked' in control && control.checked : control.value
    // A radio button has a value even when it is not checked.
    if (typedValue && control.type !== 'radio')
      setValue(name, typedValue as PathValue<Values, typeof name>, { shouldDirty: true })
  }
  function bind(name: Path<Values>): UseFormRegisterReturn {
    const registeredProps = register(name, { onChange: validateFailedFields })
    return {
      ...registeredProps,
      ref(control: Control | null) {
        if (control) storeTypedValue(name, control)
        registeredProps.ref(control)
      },
      // On blur, react-hook-form stores null for radio buttons without a choice.
      onBlur: ({ type, target }) =>
        registeredProps.onBlur({ type, target: target.type === 'radio' ? { name, value: getValues(name) } : target }),
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
