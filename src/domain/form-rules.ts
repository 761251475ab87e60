/** A rule of a text field: returns the violation of a text, null for a valid text. */
export type Rule<V> = (text: string) => V | null

export const createRule =
  <V>(isValid: (text: string) => boolean, violation: V): Rule<V> =>
  (text) =>
    isValid(text) ? null : violation

/** The violation of an empty field. */
interface RequiredViolation {
  readonly code: 'required'
}

/** Returns the first broken rule of a normalized text; an empty text only breaks `required`. */
export function findViolation<V>(text: string, rules: readonly Rule<V>[]): V | RequiredViolation | null {
  if (text === '') return { code: 'required' }
  for (const rule of rules) {
    const violation = rule(text)
    if (violation !== null) return violation
  }
  return null
}

/** As `findViolation`, for a field that may be empty. */
export const findOptionalViolation = <V>(text: string, rules: readonly Rule<V>[]): V | RequiredViolation | null =>
  text === '' ? null : findViolation(text, rules)

/** The first violation of each invalid field, in the form's order; valid fields have no key. */
export type Violations<Field extends string, V> = Readonly<Partial<Record<Field, V>>>

/** Removes the valid fields, whose violation is null. */
export const toViolations = <Field extends string, V>(
  results: Readonly<Partial<Record<Field, V | null>>>,
): Violations<Field, V> =>
  // `Object.fromEntries` types every key as a string.
  Object.fromEntries(Object.entries(results).filter(([, violation]) => violation !== null)) as Violations<Field, V>

export const hasViolations = (violations: object): boolean => Object.keys(violations).length > 0
