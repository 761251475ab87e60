import { type FormEvent, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
} from 'react-hook-form'

import type { FindErrors } from '#src/application/platform/form-errors.ts'
import { useErrorFocus } from '#src/ui/parts/use-error-focus.ts'

/** Creates a resolver for react-hook-form from the `findErrors` of a view. */
const createResolver =
  <Values extends FieldValues>(findErrors: FindErrors<Values>): Resolver<Values> =>
  (values) => {
    const fieldErrors = findErrors(values)
    if (fieldErrors.length === 0) return { values, errors: {} }
    const entries: readonly unknown[][] = fieldErrors.map(({ field, code, message }) => [
      field,
      { type: code, message },
    ])
    return { values: {}, errors: Object.fromEntries(entries) }
  }

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Returns the value of a control; false or an empty text without input. */
function readValue(control: Control): string | boolean {
  const isChecked = 'checked' in control && control.checked
  if (control.type === 'checkbox') return isChecked
  return control.type === 'radio' && !isChecked ? '' : control.value
}

interface Rules<Values extends FieldValues> {
  readonly findErrors: FindErrors<Values>
  /** The fields that show at once that a change emptied them; the others show it on blur. */
  readonly requiredWhileTyping?: readonly Path<Values>[]
  /** Called with all values after each change. */
  readonly change?: (values: Values) => void
}

/**
 * Creates a form whose values the view validates: a field on its first blur, then at each change.
 * An invalid field is validated at every change of the form. After a submit, the first invalid
 * field has the focus.
 */
export function useValidatedForm<Values extends FieldValues>(
  { findErrors, requiredWhileTyping = [], change }: Rules<Values>,
  defaultValues: DefaultValues<Values>,
) {
  const [resolver] = useState(() => createResolver(findErrors))
  const form = useForm<Values>({
    mode: 'onTouched',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
    defaultValues,
    resolver,
  })
  const { formState, getFieldState, getValues, handleSubmit, register, setValue, trigger, watch } = form
  const focusFirstError = useErrorFocus()
  // A change may mend another field: a repeated password depends on the other field.
  const invalidFields = Object.keys(formState.errors) as Path<Values>[]

  const findError = (name: Path<Values>) => getFieldState(name, formState).error?.message ?? null

  const attachedControls = useRef(new Set<string>())

  /** Stores the value that the user entered before hydration; else the default value replaces it. */
  function storeEnteredValue(name: Path<Values>, control: Control) {
    // Each radio button of a field is a control of its own.
    const id = control.type === 'radio' ? `${name}=${control.value}` : name
    if (attachedControls.current.has(id)) return
    attachedControls.current.add(id)
    const value = readValue(control)
    if (value) setValue(name, value as PathValue<Values, typeof name>, { shouldDirty: true })
  }

  function bind(name: Path<Values>) {
    const props = register(name, {
      onChange() {
        const errors = requiredWhileTyping.includes(name) ? findErrors(getValues()) : []
        const isEmptied = errors.some(({ field, code }) => field === name && code === 'required')
        const fields = isEmptied ? [...invalidFields, name] : invalidFields
        if (fields.length > 0) void trigger(fields)
        change?.(getValues())
      },
    })
    return {
      ...props,
      ref(control: Control | null) {
        if (control) storeEnteredValue(name, control)
        props.ref(control)
      },
    }
  }

  /** The events of a control that has no value of its own in the document. */
  function toEvents(name: Path<Values>) {
    const { onChange, onBlur } = bind(name)
    return {
      onChange: (value: string) => void onChange({ type: 'change', target: { name, value } }),
      onBlur: () => void onBlur({ type: 'blur', target: { name, value: getValues(name) } }),
    }
  }

  return {
    form,
    /** Returns the props of a text field or a checkbox. */
    field: (name: Path<Values>) => ({ ...bind(name), error: findError(name) }),
    /** Returns the props of a list. */
    choice: (name: Path<Values>) => ({ ...toEvents(name), value: `${watch(name)}`, error: findError(name) }),
    /** Returns the props of native radio buttons. */
    radios: (name: Path<Values>) => ({
      // On blur, react-hook-form would store null for radio buttons without a choice.
      input: { ...bind(name), onBlur: toEvents(name).onBlur },
      error: findError(name),
    }),
    /** Returns the handler of the form's submit event. */
    onSubmit(onValid: (values: Values) => void, onInvalid?: () => void) {
      const submit = handleSubmit(onValid, onInvalid)
      return (event: FormEvent<HTMLFormElement>) => {
        const { currentTarget } = event
        void submit(event).then(() => focusFirstError(currentTarget))
      }
    },
  }
}

export type ValidatedForm<Values extends FieldValues> = ReturnType<typeof useValidatedForm<Values>>
