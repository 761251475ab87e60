import type { RegistrationViolation } from '#src/domain/identity/registration.ts'

/** Exact text of §8. */
export const REGISTERED = '¡Gracias! Hemos recibido sus datos'

/** Shown before the reason of a failed registration. */
export const NOT_REGISTERED = 'No pudimos enviar sus datos. Lo que escribió sigue aquí.'

/** The error message of a registration field (§5, D63). */
export function registrationViolationMessage(violation: RegistrationViolation): string {
  switch (violation.code) {
    case 'required':
      return 'El campo es requerido'
    case 'special-character':
      return 'El campo no debe contener caracteres especiales'
    case 'digits-only':
      return 'El campo sólo debe contener números'
    case 'length':
      return `Entre ${violation.minimum} y ${violation.maximum} caracteres`
    case 'not-an-email':
      return 'Escriba un correo electrónico válido'
    case 'below-minimum':
      return `El número mínimo es ${violation.minimum}`
    case 'not-offered':
      return 'Elija una de las opciones'
  }
}
