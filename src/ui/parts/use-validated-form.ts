import { useState } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'

import type { FindErrors } from '#src/application/platform/form-errors.ts'
import { useFormFields } from '#src/ui/parts/use-form-fields.ts'

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

/**
 * Creates a form whose values the view validates. If the submitted values are invalid, the first
 * field with an error gets the focus.
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
