import { createHash } from 'node:crypto'
import type { ConfigReply } from '#src/adapters/http/contract/config.ts'

type Provider = ConfigReply['humanCheck']['provider']

interface Sources {
  readonly scripts: readonly string[]
  readonly frames: readonly string[]
  readonly styles: readonly string[]
  readonly calls: readonly string[]
}

const HCAPTCHA = ['https://hcaptcha.com', 'https://*.hcaptcha.com']
const TURNSTILE = ['https://challenges.cloudflare.com']
const RECAPTCHA = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']

/**
 * Sources of each human-check widget, from its documentation; null for ALTCHA, which the portal
 * serves (D9).
 */
const HUMAN_CHECK_SOURCES: Readonly<Record<Provider, Sources | null>> = {
  altcha: null,
  hcaptcha: { scripts: HCAPTCHA, frames: HCAPTCHA, styles: HCAPTCHA, calls: HCAPTCHA },
  turnstile: { scripts: TURNSTILE, frames: TURNSTILE, styles: [], calls: TURNSTILE },
  recaptcha: {
    scripts: RECAPTCHA,
    frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    styles: [],
    calls: RECAPTCHA,
  },
}

/**
 * Names of the portal's Trusted Types policies. The table parser reads HTML into an inert document
 * (D20, D64). The worker's policy allows the fixed URL of the offline worker (D75).
 */
const PAGE_POLICIES = ['mercado-dolar-tables', 'mercado-dolar-worker'] as const

const INLINE_SCRIPT = /<script(?![^>]*\bsrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/gi

const toHashes = (html: string, pattern: RegExp): readonly string[] => {
  const hashes = [...html.matchAll(pattern)].map(([, content = '']) => {
    const text = content.replace(/\r\n?/g, '\n')
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  })
  return [...new Set(hashes)]
}

/** Returns the origins of absolute URLs. Paths have the portal's origin and are omitted. */
const toOrigins = (urls: readonly string[]): readonly string[] => [
  ...new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin)),
]

/**
 * A content security policy: the enforced directives, and the directives whose violations are only
 * reported.
 */
export interface ContentSecurity {
  readonly enforced: Readonly<Record<string, readonly string[]>>
  readonly reported: Readonly<Record<string, readonly string[]>>
}

const TRUSTED_TYPES = { 'require-trusted-types-for': ["'script'"], 'trusted-types': PAGE_POLICIES } as const

/** Sources of ePayco's payment window on the pricing page (D78). */
const EPAYCO_HOSTS = ['https://*.epayco.co', 'https://*.epayco.io', 'https://*.payco.co'] as const
const EPAYCO_SCRIPTS = ['https://checkout.epayco.co'] as const

const NO_SOURCES = { scripts: [], frames: [], styles: [], calls: [] }

/**
 * Creates the content security policy of pages. It allows the inline scripts and styles of `html`
 * by hash. It also allows calls to the portal and to `calledUrls`, and the sources of the
 * human-check widget. Widgets do not run under enforced Trusted Types: with a widget, Trusted Types
 * are only reported (D64).
 */
export function createContentSecurity(
  html: string,
  calledUrls: readonly string[],
  humanCheck: keyof typeof HUMAN_CHECK_SOURCES,
): ContentSecurity {
  const widget = HUMAN_CHECK_SOURCES[humanCheck]
  const { scripts, frames, styles, calls } = widget ?? NO_SOURCES
  return {
    enforced: {
      'default-src': ["'self'"],
      'script-src': ["'self'", ...toHashes(html, INLINE_SCRIPT), ...scripts],
      'script-src-attr': ["'none'"],
      'style-src': ["'self'", ...toHashes(html, INLINE_STYLE), ...styles],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'worker-src': ["'self'"],
      'manifest-src': ["'self'"],
      'connect-src': ["'self'", ...toOrigins(calledUrls), ...calls],
      ...(widget && { 'frame-src': frames }),
      'object-src': ["'none'"],
      'base-uri': ["'self'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      ...(!widget && TRUSTED_TYPES),
    },
    reported: widget ? TRUSTED_TYPES : {},
  }
}

const appendSources = (sources: readonly string[] = [], added: readonly string[]) => [...sources, ...added]

/**
 * Adds ePayco's script, window and calls to a policy, for the pricing page. ePayco's script does
 * not run under enforced Trusted Types.
 */
export function withEpayco({ enforced }: ContentSecurity): ContentSecurity {
  const { 'require-trusted-types-for': _required, 'trusted-types': _types, ...rest } = enforced
  return {
    enforced: {
      ...rest,
      'script-src': appendSources(rest['script-src'], EPAYCO_SCRIPTS),
      // ePayco's script sets style attributes.
      'style-src-attr': ["'unsafe-inline'"],
      'img-src': appendSources(rest['img-src'], EPAYCO_HOSTS),
      'connect-src': appendSources(rest['connect-src'], EPAYCO_HOSTS),
      'frame-src': appendSources(rest['frame-src'], EPAYCO_HOSTS),
      'form-action': appendSources(rest['form-action'], EPAYCO_HOSTS),
    },
    reported: TRUSTED_TYPES,
  }
}
