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
 * Sources that each human-check widget loads from, by its documentation; ALTCHA is served by the
 * portal (D9).
 */
export const HUMAN_CHECK_SOURCES: Readonly<Record<Provider, Sources | null>> = {
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
