import type { PasswordRefusal } from '#src/domain/identity/password.ts'

/** Messages about an invalid password that differ between clients and IMC users (D63). */
interface PasswordWords {
  readonly empty: string
  readonly tooShort: (minimum: number) => string
}

/** Returns the message for a password that violates a rule (§5). */
export function passwordRefusalMessage(violation: PasswordRefusal, { empty, tooShort }: PasswordWords): string {
  switch (violation.code) {
    case 'empty':
      return empty
    case 'too-short':
      return tooShort(violation.minimum)
    case 'mismatch':
      return 'Contraseñas Incompatibles'
    case 'invalid-character':
      return 'Caracteres no válidos'
    case 'missing-special':
      return 'Falta Caracter Especial'
    case 'missing-uppercase':
      return 'Falta una letra mayúscula'
    case 'too-long':
      return `La contraseña no puede ser mayor de ${violation.maximum} caracteres`
    case 'too-common':
      return 'Elija otra contraseña: esta es una de las más usadas'
    case 'same-as-before':
      return 'Elija una contraseña distinta de la anterior'
  }
}
