import type { Clock } from '#src/application/platform/ports.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Whether a `Set-Cookie` line deletes the cookie. `Max-Age` overrides `Expires` (RFC 6265). */
function isDeletion(attributes: readonly string[], now: Instant): boolean {
  const readAttribute = (name: string) => {
    const entry = attributes.find((attribute) => attribute.trim().toLowerCase().startsWith(`${name}=`))
    return entry?.slice(entry.indexOf('=') + 1).trim()
  }
  const maxAge = readAttribute('max-age')
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0
  return Date.parse(readAttribute('expires') ?? '') <= now
}

/**
 * Creates a fetch for a UI without a browser. It resolves paths against `origin`, stores the
 * cookies of `origin`, and sends them only to `origin`.
 */
export function createCookieFetch(origin: string, clock: Clock): typeof globalThis.fetch {
  const cookies = new Map<string, string>()
  const portalOrigin = new URL(origin).origin

  function storeCookie(line: string) {
    const [pair = '', ...attributes] = line.split(';')
    const [name = '', ...value] = pair.split('=')
    if (isDeletion(attributes, clock.now())) cookies.delete(name.trim())
    else cookies.set(name.trim(), value.join('='))
  }

  return async (input, init) => {
    const url = new URL(String(input), origin)
    const headers = new Headers(init?.headers)
    if (url.origin === portalOrigin && cookies.size > 0) {
      headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    }
    const response = await globalThis.fetch(url, { ...init, headers })
    // A redirect may end at another origin.
    if (new URL(response.url || url).origin !== portalOrigin) return response
    for (const line of response.headers.getSetCookie()) storeCookie(line)
    return response
  }
}
