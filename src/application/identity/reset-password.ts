import type { RecoveryTokens } from '#src/application/identity/password-gateway.ts'
import { type SetPasswordFailure, setPassword } from '#src/application/identity/set-password.ts'
import type { IdentityPorts } from '#src/application/ports.ts'
import type { Result } from '#src/domain/result.ts'

/** Sets a new password with the tokens of a recovery link and invalidates the link. */
export type ResetPassword = (
  tokens: RecoveryTokens,
  password: string,
  repeat: string,
  signal?: AbortSignal,
) => Promise<Result<void, SetPasswordFailure>>

export const createResetPassword =
  ({ passwords }: Pick<IdentityPorts, 'passwords'>): ResetPassword =>
  (tokens, password, repeat, signal) =>
    setPassword(password, repeat, () => passwords.reset(tokens, password, repeat, signal))
