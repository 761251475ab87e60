import type { UserForm } from '#src/domain/imc/users/user-form.ts'

/** The values of the form's controls; they represent yes and no as texts. */
export interface UserFormValues extends Omit<UserForm, 'contingency' | 'active'> {
  readonly contingency: 'yes' | 'no'
  readonly active: 'yes' | 'no'
}
