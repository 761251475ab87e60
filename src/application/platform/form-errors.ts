import type { Violations } from '#src/domain/form-rules.ts'

/** The error of a typed day. */
export const INVALID_DATE = 'La fecha no es válida. Escríbala como año-mes-día, por ejemplo 2026-03-05.'

/** An error under a field of a form: the domain's error code and its Spanish message. */
export interface FieldError<Field extends string> {
  readonly field: Field
  readonly code: string
  readonly message: string
}

/** Returns the errors of a form's values in the order of the fields; empty for a valid form. */
export type FindErrors<Values extends object> = (values: Values) => readonly FieldError<keyof Values & string>[]

/** Maps the violations of a form to field errors, in the order of the violations. */
export function toFieldErrors<Field extends string, V extends { readonly code: string }>(
  violations: Violations<Field, V>,
  toMessage: (field: Field, violation: V) => string,
): readonly FieldError<Field>[] {
  const fields = Object.keys(violations) as Field[]
  return fields.flatMap((field) => {
    const violation = violations[field]
    return violation ? [{ field, code: violation.code, message: toMessage(field, violation) }] : []
  })
}
