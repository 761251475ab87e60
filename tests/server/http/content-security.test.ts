import { expect, test } from 'vitest'

import { createApp } from '#server/app.ts'
import { createContentSecurity, withEpayco } from '#server/http/content-security.ts'
import type { PortalConfig } from '#server/http/portal-config.ts'
import { createLogger } from '#server/logger.ts'
import { defaultPortalConfig } from '#tests/support/portal-config.ts'
import { parseConfig } from '#tests/support/server.ts'

const NO_HTML = ''

test('the policy with ALTCHA allows no foreign source and enforces Trusted Types', () => {
  const { enforced, reported } = createContentSecurity(NO_HTML, [], 'altcha')
  expect(enforced['script-src']).toEqual(["'self'"])
  expect(enforced).not.toHaveProperty('frame-src')
  expect(enforced['worker-src']).toEqual(["'self'"])
  expect(enforced['require-trusted-types-for']).toEqual(["'script'"])
  expect(enforced['trusted-types']).toEqual(['mercado-dolar-tables', 'mercado-dolar-worker'])
  expect(reported).toEqual({})
})

test.each([
  ['hcaptcha', 'https://*.hcaptcha.com'],
  ['turnstile', 'https://challenges.cloudflare.com'],
  ['recaptcha', 'https://www.google.com/recaptcha/'],
] as const)('the policy with %s allows its source and only reports Trusted Types', (provider, source) => {
  const { enforced, reported } = createContentSecurity(NO_HTML, ['https://api.example/market'], provider)
  for (const directive of ['script-src', 'frame-src', 'connect-src']) expect(enforced[directive]).toContain(source)
  expect(enforced['connect-src']).toContain('https://api.example')
  expect(enforced['default-src']).toEqual(["'self'"])
  const foreign = Object.values(enforced)
    .flat()
    .filter((entry) => entry.startsWith('https:'))
  expect(foreign.every((entry) => /hcaptcha|cloudflare|recaptcha|api\.example/.test(entry))).toBe(true)
  expect(enforced).not.toHaveProperty('require-trusted-types-for')
  expect(reported['require-trusted-types-for']).toEqual(["'script'"])
})

test('the policy allows the hosts of ePayco on the pricing page only', async () => {
  const fetchPageHeaders = async (checkout: PortalConfig['checkout']) => {
    const app = await createApp({
      config: parseConfig({}),
      portalConfig: { ...(await defaultPortalConfig()), checkout },
      portal: null,
      modules: [],
      clockShift: () => 0,
      logger: createLogger('silent'),
    })
    const read = async (path: string) => (await app.inject(path)).headers
    const [pricing, upperCasePricing, paymentResult, home] = [
      await read('/precios/?plan=anual'),
      await read('/PRECIOS'),
      await read('/precios/respuesta/'),
      await read('/'),
    ]
    await app.close()
    return { pricing, upperCasePricing, paymentResult, home }
  }
  const HEADER = 'content-security-policy'
  const epayco = await fetchPageHeaders({ provider: 'epayco', publicKey: 'pk-1', test: false })
  for (const page of [epayco.pricing, epayco.upperCasePricing]) {
    expect(page[HEADER]).toContain("script-src 'self' https://checkout.epayco.co;")
    expect(page[HEADER]).not.toContain('require-trusted-types-for')
    expect(page[`${HEADER}-report-only`]).toContain('require-trusted-types-for')
  }
  for (const page of [epayco.paymentResult, epayco.home]) {
    expect(page[HEADER]).not.toContain('epayco')
    expect(page[HEADER]).toContain("require-trusted-types-for 'script'")
  }
  const sandbox = await fetchPageHeaders({ provider: 'sandbox', publicKey: 'pk-demo', test: true })
  expect(sandbox.pricing[HEADER]).not.toContain('epayco')
})

test('the policy with ePayco adds its script source and allows no inline script', () => {
  const base = createContentSecurity(NO_HTML, ['https://api.example/market'], 'altcha')
  const { enforced } = withEpayco(base)
  expect(enforced['script-src']).toEqual(["'self'", 'https://checkout.epayco.co'])
  expect(enforced['script-src-attr']).toEqual(["'none'"])
  expect(enforced['frame-ancestors']).toEqual(["'none'"])
  expect(enforced['connect-src']).toContain('https://api.example')
})

async function fetchHeaders(humanCheck: PortalConfig['humanCheck']) {
  const app = await createApp({
    config: parseConfig({}),
    portalConfig: { ...(await defaultPortalConfig()), humanCheck },
    portal: null,
    modules: [],
    clockShift: () => 0,
    logger: createLogger('silent'),
  })
  const { headers } = await app.inject('/config.json')
  await app.close()
  return headers
}

test('the headers depend on the configured human check', async () => {
  const altcha = await fetchHeaders({ provider: 'altcha', challengeUrl: '/api/human-check/challenge', siteKey: null })
  expect(altcha['content-security-policy']).toContain("require-trusted-types-for 'script'")
  expect(altcha).not.toHaveProperty('content-security-policy-report-only')
  const widget = await fetchHeaders({ provider: 'turnstile', challengeUrl: null, siteKey: 'k-1' })
  expect(widget['content-security-policy']).not.toContain('trusted-types')
  expect(widget['content-security-policy']).toContain('frame-src https://challenges.cloudflare.com')
  expect(widget['content-security-policy-report-only']).toBe(
    "require-trusted-types-for 'script';trusted-types mercado-dolar-tables mercado-dolar-worker",
  )
})
