import { expect, test } from 'vitest'

import { loadConfiguration, parseConfiguration } from '#src/adapters/http/configuration.ts'
import { NO_LINKS } from '#tests/support/no-links.ts'

const CONFIG = {
  marketApi: '/api/market',
  imcApi: '/api/imc',
  passwordService: '/api/password',
  newsApi: '/api',
  registrationWebhook: '/api/registro',
  applicationToken: { hosts: ['/api/application-token'], copy: true },
  humanCheck: { provider: 'altcha', challengeUrl: '/api/human-check/challenge', siteKey: null },
  checkout: { provider: 'sandbox', publicKey: 'pk-demo', test: true },
  clockShiftMs: -75600000,
  demo: true,
  links: {
    divisas: 'https://divisas.example/',
    contacto: 'https://contacto.example/',
    correo: 'ventas@nandu.example',
    telefono: '(601) 555 01 40',
    ciudad: 'Bogotá D. C., Colombia',
    privacidad: 'https://legal.example/privacidad',
    datos: 'https://legal.example/datos',
    terminos: '/legal/terminos/',
  },
  tickers: ['ECOPETROL', 'ISA', 'GEB', 'GRUPOSURA', 'CEMARGOS', 'PFDAVVNDA'],
}

test('parseConfiguration maps the configuration of the demo', () => {
  expect(parseConfiguration(CONFIG)).toEqual({
    ok: true,
    value: {
      marketApi: '/api/market',
      newsApi: '/api',
      publicApi: null,
      imcApi: '/api/imc',
      passwordService: '/api/password',
      registrationWebhook: '/api/registro',
      applicationToken: { hosts: ['/api/application-token'], requiresCopy: true },
      humanCheck: { provider: 'altcha', challengeUrl: '/api/human-check/challenge' },
      checkout: { provider: 'sandbox' },
      auth: null,
      clockShiftMs: -75600000,
      portal: {
        simulated: ['market', 'currencies', 'stocks', 'indices', 'news'],
        links: {
          exchange: 'https://divisas.example/',
          contact: 'https://contacto.example/',
          contactMail: 'ventas@nandu.example',
          phone: '(601) 555 01 40',
          city: 'Bogotá D. C., Colombia',
          privacy: 'https://legal.example/privacidad',
          dataTreatment: 'https://legal.example/datos',
          terms: '/legal/terminos/',
        },
        tickers: ['ECOPETROL', 'ISA', 'GEB', 'GRUPOSURA', 'CEMARGOS', 'PFDAVVNDA'],
        countries: null,
        hasServer: true,
        terms: null,
      },
    },
  })
})

test.each([
  [null, null],
  [{ provider: null, publicKey: 'pk-1', test: true }, null],
  [{ provider: 'sandbox', publicKey: null, test: true }, { provider: 'sandbox' }],
  [
    { provider: 'epayco', publicKey: 'pk-1', test: false },
    { provider: 'epayco', publicKey: 'pk-1', test: false },
  ],
])('parseConfiguration maps the checkout %j to %j (D78)', (checkout, setting) => {
  const parsed = parseConfiguration({ ...CONFIG, checkout })
  expect(parsed.ok && parsed.value.checkout).toEqual(setting)
})

test('parseConfiguration requires the public key of ePayco', () => {
  const parsed = parseConfiguration({ ...CONFIG, checkout: { provider: 'epayco', publicKey: null, test: false } })
  expect(parsed).toMatchObject({
    ok: false,
    error: { kind: 'invalid-config', problems: [{ field: 'checkout.publicKey', reason: 'missing' }] },
  })
})

test('parseConfiguration accepts a configuration without links and tickers', () => {
  const { links: _, tickers: __, ...rest } = CONFIG
  const parsed = parseConfiguration({ ...rest, checkout: null })
  expect(parsed.ok && parsed.value.portal).toEqual({
    simulated: ['market', 'currencies', 'stocks', 'indices', 'news'],
    links: NO_LINKS,
    tickers: ['ECOPETROL', 'ISA', 'GEB', 'GRUPOSURA', 'CEMARGOS', 'PFDAVVNDA'],
    countries: null,
    hasServer: true,
    terms: null,
  })
})

test('parseConfiguration reads the list of simulated kinds of data and omits unknown kinds (D41)', () => {
  const parsed = parseConfiguration({ ...CONFIG, simulated: ['news', 'luna', 'stocks'] })
  expect(parsed.ok && parsed.value.portal.simulated).toEqual(['stocks', 'news'])
  expect(parseConfiguration({ ...CONFIG, demo: false })).toMatchObject({ value: { portal: { simulated: [] } } })
})

test('parseConfiguration maps auth, countries and a widget provider', () => {
  const parsed = parseConfiguration({
    ...CONFIG,
    auth: 'raw',
    countries: ['Colombia', 'Otro'],
    applicationToken: { hosts: [], copy: false },
    humanCheck: { provider: 'turnstile', challengeUrl: null, siteKey: 'k-1' },
  })
  expect(parsed).toMatchObject({
    ok: true,
    value: {
      auth: 'raw',
      applicationToken: { hosts: [], requiresCopy: false },
      humanCheck: { provider: 'turnstile', siteKey: 'k-1' },
      portal: { countries: ['Colombia', 'Otro'] },
    },
  })
})

test.each([
  ['altcha', { challengeUrl: null, siteKey: 'k' }, 'humanCheck.challengeUrl'],
  ['hcaptcha', { challengeUrl: '/reto', siteKey: null }, 'humanCheck.siteKey'],
  ['turnstile', { challengeUrl: '/reto', siteKey: '' }, 'humanCheck.siteKey'],
  ['recaptcha', { challengeUrl: null, siteKey: null }, 'humanCheck.siteKey'],
])('parseConfiguration of the human check %s with %j requires %s', (provider, fields, field) => {
  expect(parseConfiguration({ ...CONFIG, humanCheck: { provider, ...fields } })).toEqual({
    ok: false,
    error: { kind: 'invalid-config', problems: [{ field, reason: 'missing' }] },
  })
})

test.each([
  [{ marketApi: 'https://api.example/market' }],
  [{ checkout: { provider: null, publicKey: null, test: false } }],
  [{ auth: 'bearer' }],
  [{ humanCheck: { provider: 'hcaptcha', challengeUrl: null, siteKey: 'k' } }],
  [{ desconocido: 1 }],
])('parseConfiguration accepts %j', (change) => {
  expect(parseConfiguration({ ...CONFIG, ...change }).ok).toBe(true)
})

test.each([
  [{ marketApi: undefined }, 'marketApi', 'missing'],
  [{ marketApi: '' }, 'marketApi', 'invalid'],
  [{ marketApi: 'api/market' }, 'marketApi', 'invalid'],
  [{ marketApi: '//evil.example/api' }, 'marketApi', 'invalid'],
  [{ marketApi: 'javascript:alert(1)' }, 'marketApi', 'invalid'],
  [{ marketApi: null }, 'marketApi', 'invalid'],
  [{ clockShiftMs: '0' }, 'clockShiftMs', 'invalid'],
  [{ clockShiftMs: 0.5 }, 'clockShiftMs', 'invalid'],
  [{ demo: 'yes' }, 'demo', 'invalid'],
  [{ auth: 'basic' }, 'auth', 'invalid'],
  [{ humanCheck: { ...CONFIG.humanCheck, provider: 'other' } }, 'humanCheck.provider', 'invalid'],
  [{ humanCheck: { provider: 'altcha', siteKey: null } }, 'humanCheck.challengeUrl', 'missing'],
  [{ applicationToken: { hosts: ['/a', 'b'], copy: true } }, 'applicationToken.hosts.1', 'invalid'],
  [{ links: { divisas: 'javascript:alert(1)' } }, 'links.divisas', 'invalid'],
  [{ links: { divisas: '//divisas' } }, 'links.divisas', 'invalid'],
  [{ terms: { version: '2', since: '2026-11-01', clauses: [{ title: '1', text: 'a' }] } }, 'terms.since', 'invalid'],
  [{ links: { telefono: '' } }, 'links.telefono', 'invalid'],
  [{ links: { ciudad: 'x'.repeat(101) } }, 'links.ciudad', 'invalid'],
  [{ tickers: ['ISA', ''] }, 'tickers.1', 'invalid'],
])('parseConfiguration with %j reports the field %s as %s', (change, field, reason) => {
  expect(parseConfiguration({ ...CONFIG, ...change })).toEqual({
    ok: false,
    error: { kind: 'invalid-config', problems: [{ field, reason }] },
  })
})

test('parseConfiguration returns the names of all invalid fields', () => {
  const parsed = parseConfiguration({ ...CONFIG, imcApi: 1, demo: undefined })
  expect(parsed.ok || (parsed.error.kind === 'invalid-config' && parsed.error.problems)).toEqual([
    { field: 'imcApi', reason: 'invalid' },
    { field: 'demo', reason: 'missing' },
  ])
})

const load = (fetch: typeof globalThis.fetch) => loadConfiguration({ fetch, origin: 'http://portal.test' })

test('loadConfiguration requests /config.json of the portal', async () => {
  const requestedAddresses: string[] = []
  const configuration = await load(async (input) => {
    requestedAddresses.push(String(input))
    return Response.json(CONFIG)
  })
  expect(configuration.ok).toBe(true)
  expect(requestedAddresses).toEqual(['http://portal.test/config.json'])
})

test.each([
  ['null', 200, { kind: 'malformed' }],
  ['[]', 200, { kind: 'malformed' }],
  ['<html></html>', 200, { kind: 'malformed' }],
  ['', 503, { kind: 'server-error', status: 503, message: null }],
])('loadConfiguration fails on the reply %s with status %i', async (body, status, error) => {
  expect(await load(async () => new Response(body, { status }))).toEqual({ ok: false, error })
})

test('loadConfiguration returns unreachable when the request fails', async () => {
  const configuration = await load(() => Promise.reject(new TypeError('fetch failed')))
  expect(configuration).toEqual({ ok: false, error: { kind: 'unreachable' } })
})
