import { countCharacters, isAlphanumeric, toNfc } from '#src/domain/identity/typed-text.ts'

/** Longest user name and longest password, in code points after NFC (§5). */
export const MAX_LOGIN_LENGTH = 50

/** The typed credentials; the password is never trimmed. */
export interface Credentials {
  readonly username: string
  readonly password: string
}

export type LoginField = keyof Credentials

export type LoginViolation =
  | { readonly code: 'required' }
  | { readonly code: 'special-character' }
  | { readonly code: 'too-long'; readonly maximum: number }

/** The broken rule of each wrong field; valid fields have no key. */
export type LoginViolations = Readonly<Partial<Record<LoginField, LoginViolation>>>

function findViolation(text: string, hasAllowedCharacters: (text: string) => boolean): LoginViolation | null {
  if (text === '') return { code: 'required' }
  if (countCharacters(text) > MAX_LOGIN_LENGTH) return { code: 'too-long', maximum: MAX_LOGIN_LENGTH }
  return hasAllowedCharacters(text) ? null : { code: 'special-character' }
}

/**
 * The errors of the typed credentials (§5). Both are required, with at most 50 characters; the user
 * name has letters and digits only.
 */
export function loginViolations({ username, password }: Credentials): LoginViolations {
  const usernameViolation = findViolation(username, (text) => isAlphanumeric(toNfc(text)))
  const passwordViolation = findViolation(password, () => true)
  return {
    ...(usernameViolation && { username: usernameViolation }),
    ...(passwordViolation && { password: passwordViolation }),
  }
}
