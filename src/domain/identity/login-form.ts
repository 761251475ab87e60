import { countCharacters, isAlphanumeric } from '#src/domain/identity/typed-text.ts'

/** Of user name and password, in code points (§5). */
export const MAX_LOGIN_LENGTH = 50

/** What is typed at the login; the password as it is, never trimmed. */
export interface Credentials {
  readonly username: string
  readonly password: string
}

export type LoginField = keyof Credentials

export type LoginViolation =
  | { readonly code: 'required' }
  | { readonly code: 'special-character' }
  | { readonly code: 'too-long'; readonly maximum: number }

/** For each wrong field its broken rule; no key means the field may be sent. */
export type LoginViolations = Readonly<Partial<Record<LoginField, LoginViolation>>>

function broken(text: string, allowed: (text: string) => boolean): LoginViolation | null {
  if (text === '') return { code: 'required' }
  if (countCharacters(text) > MAX_LOGIN_LENGTH) return { code: 'too-long', maximum: MAX_LOGIN_LENGTH }
  return allowed(text) ? null : { code: 'special-character' }
}

/** What is wrong with the typed credentials (§5): both required and at most 50 long, the user name letters and digits. */
export function loginViolations({ username, password }: Credentials): LoginViolations {
  const ofUsername = broken(username, (text) => isAlphanumeric(text.normalize('NFC')))
  const ofPassword = broken(password, () => true)
  return { ...(ofUsername && { username: ofUsername }), ...(ofPassword && { password: ofPassword }) }
}
