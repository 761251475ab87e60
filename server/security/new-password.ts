import { isTooCommon } from '#server/security/common-passwords.ts'
import { type PasswordRefusal, passwordViolations } from '#src/domain/identity/password.ts'

/** Finds the first rule that a new password violates (§5, D79); null without a violation. */
export async function findPasswordRefusal(password: string, repeat: string): Promise<PasswordRefusal | null> {
  const [violation] = passwordViolations(password, repeat)
  if (violation !== undefined) return violation
  return (await isTooCommon(password)) ? { code: 'too-common' } : null
}
