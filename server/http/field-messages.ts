/** Messages for the fields of a form, without a final point (§5, D63). */
export const NOT_OFFERED = 'La opción no es válida'
export const NOT_AN_EMAIL = 'El correo electrónico no es válido'
export const SPECIAL_CHARACTERS = 'El campo no debe contener caracteres especiales'
export const DIGITS_ONLY = 'El campo sólo debe contener números'

/** Message for a text that is too short or too long. */
export const lengthMessage = ({ minimum, maximum }: { readonly minimum: number; readonly maximum: number }): string =>
  `Entre ${minimum} y ${maximum} caracteres`
