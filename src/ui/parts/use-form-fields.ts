import { useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'

export interface FormFields<Values extends FieldValues> {
  /** The props of a native control. */
  readonly bind: (name: Path<Values>) => UseFormRegisterReturn
  /** The same with the error of its field: all that a text field needs. */
  readonly field: (name: Path<Values>) => UseFormRegisterReturn & { readonly error: string | null }
  /** The error of a field, null for none. */
  readonly findError: (name: Path<Values>) => string | null
  /** The `onChange` of a control that is not native: a list, segments. */
  readonly choose: <Name extends Path<Values>>(name: Name) => (value: PathValue<Values, Name>) => void
}

/**
 * Connects react-hook-form to `FormField`. A field is validated when the focus leaves it. Once it
 * was wrong, it is validated with every change of the form: a repeated password depends on the
 * other field.
 */
export function useFormFields<Values extends FieldValues>(form: UseFormReturn<Values>): FormFields<Values> {
  const { getFieldState, formState, register, setValue, trigger } = form
  const onceWrong = useRef(new Set<Path<Values>>())
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
  const bind = (name: Path<Values>) => register(name, { onChange: validateWrongFields })
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
