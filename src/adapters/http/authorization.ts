import type { AUTH_FORMS } from '#src/adapters/http/contract/config.ts'

export type AuthForm = (typeof AUTH_FORMS)[number]

/** Formats the `Authorization` header; null without a configured form or stored token (D56). */
export function formatAuthorization(form: AuthForm | null, token: string | null): string | null {
  if (!form || !token) return null
  return form === 'bearer' ? `Bearer ${token}` : token
}
