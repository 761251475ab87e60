import type { UserForm, UserViolation } from '#src/domain/imc/users/user-form.ts'

export const CREATE_TITLE = 'Crear Nuevo Usuario'
export const EDIT_TITLE = 'Editar usuario'

/** Shown above the form when the document or the name is missing (§5). */
export const DOCUMENT_AND_NAME_REQUIRED = 'Los campos de Documento y Nombre son obligatorios'

const EMPTY = 'Los campos obligatorios no pueden estar vacíos.'

const REQUIRED: Partial<Readonly<Record<keyof UserForm, string>>> = {
  role: 'El rol es obligatorio',
  email: 'El correo electrónico es obligatorio',
  documentType: 'Seleccione el tipo de documento',
}

/** The message of a broken rule: a text of §5, or the text of the registration (D63). */
export function userViolationMessage(field: keyof UserForm, violation: UserViolation): string {
  switch (violation.code) {
    case 'required':
      return REQUIRED[field] ?? EMPTY
    case 'not-offered':
      return 'Seleccione una de las opciones'
    case 'not-an-email':
      return 'Escriba un correo electrónico válido'
    case 'invalid-character':
      return 'El campo no debe contener caracteres especiales'
    case 'digits-only':
      return 'El campo sólo debe contener números'
    case 'length':
      return `Entre ${violation.minimum} y ${violation.maximum} caracteres`
    case 'check-digit':
      return 'El dígito de verificación no corresponde al NIT'
  }
}

/** The results of the form (§8). */
export const USER_CREATED = {
  lead: 'Usuario creado',
  rest: 'Genial, los datos han sido registrados exitosamente.',
} as const
export const NOT_CREATED = 'Error!...'
/** Shown after a lost reply: the service may have created the user. */
export const USER_MAY_EXIST =
  'El usuario pudo haberse creado. Guarde de nuevo sin cambios, o cierre y búsquelo en la lista.'
export const USER_EDITED = 'Los datos han sido editados'
/** Shown after a refused edit: the form then has another person's changes and the user's values. */
export const REVIEW_CHANGES = 'Lo que usted escribió sigue aquí, junto con sus cambios. Revise y guarde de nuevo.'
export const NOT_EDITED = { lead: 'Error...', rest: 'No se pudo guardar la información.' } as const

/** Shown when the contract was not uploaded (§8). */
export const CONTRACT_FAILED = 'Ha ocurrido un error al cargar el contrato.'
export const ONLY_CONTRACT_MISSING = 'El usuario ya existe; solo falta el archivo.'

/** `Faltan 3 campos y el contrato.`; null when nothing is missing. */
export function missingText(fields: number, isContractMissing: boolean): string | null {
  if (fields === 0) return isContractMissing ? 'Falta el contrato.' : null
  const fieldsText = fields === 1 ? 'Falta 1 campo' : `Faltan ${fields} campos`
  return isContractMissing ? `${fieldsText} y el contrato.` : `${fieldsText}.`
}

/** `Creado el 2026-03-02 por Paula Ibáñez Cárdenas.` */
export const createdByText = (date: string, name: string): string =>
  `Creado el ${date}${name === '' ? '' : ` por ${name}`}.`
export const updatedByText = (date: string, name: string): string =>
  `Actualizado el ${date}${name === '' ? '' : ` por ${name}`}.`
