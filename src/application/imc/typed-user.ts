import type { UserForm } from '#src/domain/imc/user-form.ts'

/** The typed form; the two-way choices are words, as their controls have them. */
export interface TypedUser extends Omit<UserForm, 'contingency' | 'active'> {
  readonly contingency: 'yes' | 'no'
  readonly active: 'yes' | 'no'
}
