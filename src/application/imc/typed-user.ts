import type { UserForm } from '#src/domain/imc/user-form.ts'

/** The typed form. Yes/no choices have the values of the controls. */
export interface TypedUser extends Omit<UserForm, 'contingency' | 'active'> {
  readonly contingency: 'yes' | 'no'
  readonly active: 'yes' | 'no'
}
