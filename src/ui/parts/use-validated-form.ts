import { useState } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'

import type { FindErrors } from '#src/application/platform/form-errors.ts'
import { useFormFields } from '#src/ui/parts/use-form-fields.ts'

/** Converts the errors of a view to those of react-hook-form. */
const createResolver =
  <Values extends FieldValues>(findErrors: FindErrors<Values>): Resolver<Values> =>
  (values) => {
    const fieldErrors = findErrors(values)
    if (fieldErrors.length === 0) return { values, errors: {} }
    const errors: readonly unknown[][] = fieldErrors.map(({ field, code, message }) => [field, { type: code, message }])
    return { values: {}, errors: Object.fromEntries(errors) }
  }

/**
 * A form with its fields; the view validates its values. A refused submission focuses the first
 * field with an error.
 */
export function useValidatedForm<Values extends FieldValues>(
  { findErrors }: { readonly findErrors: FindErrors<Values> },
  defaultValues: DefaultValues<Values>,
) {
  const [resolver] = useState(() => createResolver(findErrors))
  const form = useForm<Values>({ mode: 'onBlur', reValidateMode: 'onBlur', defaultValues, resolver })
  return { form, ...useFormFields(form) }
}

export type ValidatedForm<Values extends FieldValues> = ReturnType<typeof useValidatedForm<Values>>
