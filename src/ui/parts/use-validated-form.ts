import { useState } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'

import type { FindErrors } from '#src/application/platform/form-errors.ts'
import { useFormFields } from '#src/ui/parts/use-form-fields.ts'

/** The errors of a view in the form that react-hook-form expects. */
const createResolver =
  <Values extends FieldValues>(findErrors: FindErrors<Values>): Resolver<Values> =>
  (values) => {
    const found = findErrors(values)
    if (found.length === 0) return { values, errors: {} }
    const errors: readonly unknown[][] = found.map(({ field, code, message }) => [field, { type: code, message }])
    return { values: {}, errors: Object.fromEntries(errors) }
  }

/**
 * The typed values of a form and its fields, validated by its view. A refused submission focuses
 * the first field with an error.
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
