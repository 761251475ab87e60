import { isTooCommon } from '#server/security/common-passwords.ts'
import { type PasswordRefusal, passwordViolations } from '#src/domain/identity/password.ts'

/** The first broken rule of a new password (§5, D79), null when all hold. */
export async function findPasswordRefusal(password: string, repeat: string): Promise<PasswordRefusal | null> {
  const [violation] = passwordViolations(password, repeat)
  if (violation !== undefined) return violation
  return (await isTooCommon(password)) ? { code: 'too-common' } : null
}
