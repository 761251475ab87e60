/** An error under a field of a form: the domain's error code and its Spanish message. */
export interface FieldError<Field extends string> {
  readonly field: Field
  readonly code: string
  readonly message: string
}

/** Returns the errors of a form's values in the order of the fields; empty for a valid form. */
export type FindErrors<Values extends object> = (values: Values) => readonly FieldError<keyof Values & string>[]
