import type { PasswordReply } from '#src/application/identity/password-gateway.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import { type PasswordViolation, passwordViolations } from '#src/domain/identity/password.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Why a password was not set: its rules, the service's NO, or no answer. */
export type SetPasswordFailure =
  | GatewayFailure
  | { readonly kind: 'refused' }
  | { readonly kind: 'broken-rules'; readonly violations: readonly PasswordViolation[] }

/** Asks the service only for a password that keeps every rule (D12). */
export async function setPassword(
  password: string,
  repeat: string,
  ask: () => Promise<Result<PasswordReply, GatewayFailure>>,
): Promise<Result<void, SetPasswordFailure>> {
  const violations = passwordViolations(password, repeat)
  if (violations.length > 0) return err({ kind: 'broken-rules', violations })
  const answer = await ask()
  if (!answer.ok) return answer
  return answer.value === 'done' ? ok(undefined) : err({ kind: 'refused' })
}
