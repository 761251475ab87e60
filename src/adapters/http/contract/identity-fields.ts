import { flagField, ownField, textField } from '#src/adapters/http/decode/lenient.ts'

/**
 * A client. `fecha_confirmacion` is null until the client accepts the terms; `token` is no
 * credential (D11). `vence` is the end of the account, if it has one (D79).
 */
export const CLIENT_USER = {
  id: textField,
  name: textField,
  email: textField,
  key_expired: flagField,
  token: textField,
  fecha_confirmacion: ownField,
  vence: ownField,
}
