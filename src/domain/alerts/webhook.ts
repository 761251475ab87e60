import { err, ok, type Result } from '#src/domain/result.ts'

/** Maximum length of the address of a webhook, in characters (D125). */
export const MAX_WEBHOOK_LENGTH = 500

export type WebhookAddressError = 'required' | 'invalid' | 'plain' | 'too-long'

const LOCAL_HOST = /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Checks the address of a webhook: https, without credentials and fragment. Addresses of this machine
 * may be http: the server decides whether it calls them.
 */
export function parseWebhookAddress(text: string): Result<string, WebhookAddressError> {
  const trimmed = text.trim()
  if (trimmed === '') return err('required')
  if (!URL.canParse(trimmed)) return err('invalid')
  const { protocol, hostname, username, password, hash, href } = new URL(trimmed)
  if (protocol === 'http:' && !LOCAL_HOST.test(hostname)) return err('plain')
  if (!/^https?:$/.test(protocol) || username + password + hash !== '') return err('invalid')
  return href.length > MAX_WEBHOOK_LENGTH ? err('too-long') : ok(href)
}
