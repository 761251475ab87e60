import { countCharacters } from '#src/domain/identity/typed-text.ts'

/** The typed credentials of an entity user; the password is never trimmed. */
export interface ImcCredentials {
  readonly entity: string
  readonly username: string
  readonly password: string
}

/** Minimum lengths (§5); the maximum is that of the client's login. */
export const IMC_LOGIN_MIN_LENGTHS = { entity: 2, username: 3, password: 3 } as const
export const MAX_IMC_LOGIN_LENGTH = 50

export type ImcLoginField = keyof ImcCredentials

export type ImcLoginViolation =
  | { readonly code: 'required' }
  | { readonly code: 'too-short'; readonly minimum: number }
  | { readonly code: 'too-long'; readonly maximum: number }

/** The broken rule of each wrong field; valid fields have no key. */
export type ImcLoginViolations = Readonly<Partial<Record<ImcLoginField, ImcLoginViolation>>>

function findViolation(text: string, minimum: number): ImcLoginViolation | null {
  const length = countCharacters(text)
  if (length === 0) return { code: 'required' }
  if (length < minimum) return { code: 'too-short', minimum }
  return length > MAX_IMC_LOGIN_LENGTH ? { code: 'too-long', maximum: MAX_IMC_LOGIN_LENGTH } : null
}

/** The errors of the typed credentials (§5). */
export function imcLoginViolations({ entity, username, password }: ImcCredentials): ImcLoginViolations {
  const entityViolation = findViolation(entity.trim(), IMC_LOGIN_MIN_LENGTHS.entity)
  const usernameViolation = findViolation(username.trim(), IMC_LOGIN_MIN_LENGTHS.username)
  const passwordViolation = findViolation(password, IMC_LOGIN_MIN_LENGTHS.password)
  return {
    ...(entityViolation && { entity: entityViolation }),
    ...(usernameViolation && { username: usernameViolation }),
    ...(passwordViolation && { password: passwordViolation }),
  }
}
