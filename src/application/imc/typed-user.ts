import type { UserForm } from '#src/domain/imc/user-form.ts'

/** The form as typed; yes/no choices are texts, the values of their controls. */
export interface TypedUser extends Omit<UserForm, 'contingency' | 'active'> {
  readonly contingency: 'yes' | 'no'
  readonly active: 'yes' | 'no'
}
