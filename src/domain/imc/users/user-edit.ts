/** The fields of a user that an edit can change (§5). A text without a value is ''. */
export interface UserEdit {
  readonly name: string
  /** The code of the document type, for example CC. */
  readonly documentType: string
  readonly documentNumber: string
  /** The check digit of a NIT; '' for other types (D62). */
  readonly checkDigit: string
  /** The job title. */
  readonly position: string
  readonly telephone: string
}

/** The values of a form without input. */
export const EMPTY_EDIT: UserEdit = {
  name: '',
  documentType: 'CC',
  documentNumber: '',
  checkDigit: '',
  position: '',
  telephone: '',
}

const EDIT_FIELDS = Object.keys(EMPTY_EDIT) as readonly (keyof UserEdit)[]

/** Returns only the editable fields of a user. */
export function pickEdit(user: UserEdit): UserEdit {
  const edit: { -readonly [Field in keyof UserEdit]: UserEdit[Field] } = { ...EMPTY_EDIT }
  for (const field of EDIT_FIELDS) edit[field] = user[field]
  return edit
}

/** The values that an edit changes, before and after the edit. */
export interface EditChanges {
  readonly before: Partial<UserEdit>
  readonly after: Partial<UserEdit>
}

/** Finds what an edit changes; null without a change. */
export function findEditChanges(user: UserEdit, edit: UserEdit): EditChanges | null {
  const fields = EDIT_FIELDS.filter((field) => user[field] !== edit[field])
  const pickFrom = (values: UserEdit) => Object.fromEntries(fields.map((field) => [field, values[field]]))
  return fields.length === 0 ? null : { before: pickFrom(user), after: pickFrom(edit) }
}
