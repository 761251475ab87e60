import { createCommonPasswords, isCommonPassword } from '#src/domain/identity/common-passwords.ts'

let commonPasswords: Promise<ReadonlySet<string>> | null = null

/** Loads the list for the first new password, not at the start. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return createCommonPasswords(dictionary['passwords-common'])
}

/** Whether a password is one of the most common passwords that satisfy §5 (D79). */
export async function isTooCommon(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords()
  return isCommonPassword(await commonPasswords, password)
}
