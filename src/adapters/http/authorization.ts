import type { AUTH_FORMS } from '#src/adapters/http/contract/config.ts'

export type AuthForm = (typeof AUTH_FORMS)[number]

/** The header of servers that want the stored token; null when the configuration or the token is missing (D56). */
export function authorizationOf(form: AuthForm | null, token: string | null): string | null {
  if (!form || !token) return null
  return form === 'bearer' ? `Bearer ${token}` : token
}
