import { toViolations, type Violations } from '#src/domain/form-rules.ts'
import { countCharacters } from '#src/domain/identity/typed-text.ts'

/** The typed credentials of an entity user; the password is never trimmed. */
export interface ImcCredentials {
  readonly entity: string
  readonly username: string
  readonly password: string
}

/** What a login sends: the credentials, and the solution of the check that an earlier one asked for. */
export interface ImcSignIn extends ImcCredentials {
  readonly solution?: string | null
}

/** Failed logins after which the service asks for a check, never before. */
export const FAILURES_BEFORE_CHECK = 3

/** The service asks for a solved challenge first, after several failed logins. */
export interface LoginCheck {
  readonly kind: 'check-needed'
  /** Only the solver reads it. */
  readonly challenge: object
}

/** Minimum lengths (§5); the maximum is that of the client's login. */
export const IMC_LOGIN_MIN_LENGTHS = { entity: 2, username: 3, password: 3 } as const
export const MAX_IMC_LOGIN_LENGTH = 50

export type ImcLoginField = keyof ImcCredentials

export type ImcLoginViolation =
  | { readonly code: 'required' }
  | { readonly code: 'too-short'; readonly minimum: number }
  | { readonly code: 'too-long'; readonly maximum: number }

export type ImcLoginViolations = Violations<ImcLoginField, ImcLoginViolation>

function findTextViolation(text: string, minimum: number): ImcLoginViolation | null {
  const length = countCharacters(text)
  if (length === 0) return { code: 'required' }
  if (length < minimum) return { code: 'too-short', minimum }
  return length > MAX_IMC_LOGIN_LENGTH ? { code: 'too-long', maximum: MAX_IMC_LOGIN_LENGTH } : null
}

/** The errors of the typed credentials (§5). */
export const imcLoginViolations = ({ entity, username, password }: ImcCredentials): ImcLoginViolations =>
  toViolations<ImcLoginField, ImcLoginViolation>({
    entity: findTextViolation(entity.trim(), IMC_LOGIN_MIN_LENGTHS.entity),
    username: findTextViolation(username.trim(), IMC_LOGIN_MIN_LENGTHS.username),
    password: findTextViolation(password, IMC_LOGIN_MIN_LENGTHS.password),
  })
