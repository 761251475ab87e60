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
