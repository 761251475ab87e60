import type { FactorChallenge } from '#src/domain/identity/second-factor.ts'
import type { LoginCheck } from '#src/domain/imc/session/login-form.ts'
import type { ImcLogin } from '#src/domain/imc/session/session.ts'

/** Returns the login of a user without a second factor. */
export function requireLogin(value: ImcLogin | FactorChallenge | LoginCheck): ImcLogin {
  if ('challenge' in value) throw new Error('the login needs a check')
  if ('ticket' in value) throw new Error('the user has a second factor')
  return value
}
