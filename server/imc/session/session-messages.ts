import { passwordRefusalMessage } from '#server/security/password-messages.ts'
import type { PasswordRefusal } from '#src/domain/identity/password.ts'

export const SIGNED_IN = 'Ingreso correcto.'
export const PASSWORD_RENEWED = 'Contraseña actualizada.'

/** A refused login (§8); does not say which credential is wrong. */
export const LOGIN_REFUSED = 'Autenticación fallida. Por favor, verifique sus credenciales.'
/** An inactive user at the login. Also for an open session of a user who may no longer sign in. */
export const CLOSED_USER = 'Su usuario está inactivo. Comuníquese con el administrador de su entidad.'
export const CONTRACT_PENDING = 'Su contrato está pendiente. Comuníquese con el administrador de su entidad.'

export const MUST_CHANGE_PASSWORD = 'Cambie su contraseña para continuar.'
/** The new password is the temporary password (D16). */
export const SAME_PASSWORD = 'Elija una contraseña distinta de la temporal.'
export const NO_PENDING_CHANGE = 'Su contraseña no tiene un cambio pendiente.'
export const OTHER_ENTITY = 'La entidad no corresponde a su sesión.'
export const ADMINISTRATORS_ONLY = 'Solo los administradores de la entidad pueden hacer esto.'

/** The password messages of §5 with the texts of the IMC area (D63). */
export const imcPasswordMessage = (violation: PasswordRefusal): string =>
  passwordRefusalMessage(violation, { empty: 'Contraseña Vacía', tooShort: () => 'Contraseña muy Corta' })
