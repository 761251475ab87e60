import type { PasswordReply } from '#src/application/identity/password-gateway.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { type PasswordViolation, passwordViolations } from '#src/domain/identity/password.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Why a password was not set: broken rules, the service's reply NO, or a failed request. */
export type SetPasswordFailure =
  | CallFailure
  | { readonly kind: 'refused' }
  | { readonly kind: 'broken-rules'; readonly violations: readonly PasswordViolation[] }

/** Validates the password, then calls `send`. Sends nothing when a rule is broken (D12). */
export async function setPassword(
  password: string,
  repeat: string,
  send: () => Promise<Result<PasswordReply, CallFailure>>,
): Promise<Result<void, SetPasswordFailure>> {
  const violations = passwordViolations(password, repeat)
  if (violations.length > 0) return err({ kind: 'broken-rules', violations })
  const response = await send()
  if (!response.ok) return response
  return response.value === 'done' ? ok(undefined) : err({ kind: 'refused' })
}
