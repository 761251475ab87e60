/** A form as a face shows it. */
export interface FormSnapshot<Values extends object, Field extends string> {
  readonly values: Values
  /** The error message under each field that shows one. */
  readonly errors: Readonly<Partial<Record<Field, string>>>
  /** The first wrong field of the last failed check; `check` counts the checks, so that each moves the focus. */
  readonly focus: { readonly field: Field; readonly check: number } | null
}

export interface FormState<Values extends object, Field extends string> {
  read(): FormSnapshot<Values, Field>
  change(values: Partial<Values>): void
  /** The user left a field: its error shows from now on. */
  blur(field: Field): void
  /** Shows every error and returns whether there is none. */
  check(): boolean
}

export interface FormOptions<Values extends object, Field extends string> {
  readonly initial: Values
  /** In the form's order. */
  readonly fields: readonly Field[]
  /** The error of a field, null when it is valid. */
  readonly findError: (field: Field, values: Values) => string | null
}

/**
 * The values of a small form and when its errors show: on leaving a field, from then on with each
 * change, and all of them when the form is sent.
 */
export function createFormState<Values extends object, Field extends string>({
  initial,
  fields,
  findError,
}: FormOptions<Values, Field>): FormState<Values, Field> {
  let values = initial
  let focus: FormSnapshot<Values, Field>['focus'] = null
  let checks = 0
  const shown = new Set<Field>()

  function findShownErrors(): Partial<Record<Field, string>> {
    const errors: Partial<Record<Field, string>> = {}
    for (const field of shown) {
      const error = findError(field, values)
      if (error !== null) errors[field] = error
    }
    return errors
  }

  return {
    read: () => ({ values, errors: findShownErrors(), focus }),

    change(patch) {
      values = { ...values, ...patch }
    },

    blur(field) {
      if (findError(field, values) !== null) shown.add(field)
    },

    check() {
      const wrong = fields.filter((field) => findError(field, values) !== null)
      for (const field of wrong) shown.add(field)
      const [first] = wrong
      checks += 1
      focus = first === undefined ? null : { field: first, check: checks }
      return first === undefined
    },
  }
}
