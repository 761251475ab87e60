import { customField, flagField, textField } from '#src/adapters/http/decode/lenient.ts'

/**
 * A client. `fecha_confirmacion` is null before the client accepts the terms. `token` is not a
 * credential (D11). `vence` is the optional end of the account (D79).
 */
export const CLIENT_USER = {
  id: textField,
  name: textField,
  email: textField,
  key_expired: flagField,
  token: textField,
  fecha_confirmacion: customField,
  vence: customField,
}
