import { createHash } from 'node:crypto'

/** The portal's only Trusted Types policy: its table parser reads HTML into an inert document (D20, D64). */
export const TABLE_POLICY = 'mercado-dolar-tables'

const INLINE_SCRIPT = /<script(?![^>]*\bsrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/gi

const hashesOf = (html: string, pattern: RegExp): readonly string[] =>
  [...html.matchAll(pattern)].map(([, content = '']) => {
    const text = content.replace(/\r\n?/g, '\n')
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  })

const originsOf = (addresses: readonly string[]): readonly string[] => [
  ...new Set(addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin)),
]

/** Directives of the page's content security policy: its inline theme script and critical style by their hashes, calls to itself and to `addresses` (D64). */
export function contentSecurity(html: string, addresses: readonly string[]): Record<string, readonly string[]> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashesOf(html, INLINE_SCRIPT)],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", ...hashesOf(html, INLINE_STYLE)],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...originsOf(addresses)],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [TABLE_POLICY],
  }
}
