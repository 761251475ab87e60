import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readConfig, SETTING_MESSAGES } from '#server/config/config.ts'
import { PRODUCTION_REFUSALS } from '#server/config/production.ts'
import { DAY_MS } from '#src/domain/time/bogota.ts'
import { PRODUCTION_NEEDS, parseConfig } from '#tests/support/server.ts'

const KEY = 'una-clave-de-dieciseis'

const findRefusedFields = (env: Readonly<Record<string, string>>) => {
  const config = readConfig(env)
  return config.ok ? [] : config.error.map(({ field }) => field)
}

test('readConfig returns the configuration of the demo on localhost when no setting is present', () => {
  expect(parseConfig({ PATH: '/bin', HOME: '/root' })).toEqual({
    production: false,
    host: 'localhost',
    port: 3000,
    peerUrl: null,
    dataDir: './data',
    databaseUrl: null,
    marketClock: { kind: 'demo' },
    marketSource: 'simulator',
    marketFile: null,
    simulationSeed: null,
    simulationSpeed: 1,
    sourceSilence: 120_000,
    dealLimits: { bandPercent: 3, maxAmount: 50_000_000, maxAheadMs: 60_000 },
    operatorMail: null,
    demoData: true,
    operatorKey: 'Demo#Dolar2026-operador',
    autoApproveAfter: 30_000,
    documents: null,
    trustProxy: false,
    logLevel: 'warn',
    portalConfigFile: null,
    offlineWorker: true,
    limits: {
      ...{
        streamsPerAddress: 100,
        streams: 20_000,
        oldDaysPerMinute: 60,
        rareReadsPerMinute: 120,
        apiPerMinute: 120,
        apiPerDay: 10_000,
        challengesPerMinute: 120,
      },
      entityReadsPerMinute: 600,
    },
    feeds: { trmUrl: null, newsUrl: null, quotesFile: null },
    identity: {
      demoAccountsRequired: false,
      publicUrl: null,
      smtpUrl: null,
      mailFrom: 'no-responder@mercadodolar.example',
      applicationAccount: { user: 'demo-aplicacion', password: 'Demo#Dolar2026-aplicacion' },
      humanCheckSecret: null,
      serverSecret: null,
      registrationWebhook: null,
      clockOffset: 0,
    },
    alerts: { localWebhooks: false },
    monitoring: { metrics: null },
    retention: {
      ...{ unpaidOrders: 90 * DAY_MS, refusedRegistrations: 90 * DAY_MS, auditAddresses: 180 * DAY_MS },
      alertFirings: 365 * DAY_MS,
    },
    payment: { merchant: null },
  })
})

test('EPAYCO_CUSTOMER and EPAYCO_KEY set the ePayco account', () => {
  const account = { EPAYCO_CUSTOMER: '90210', EPAYCO_KEY: 'una-clave-de-epayco' }
  const config = readConfig(account)
  expect(config.ok && config.value.payment).toEqual({ merchant: { customer: '90210', key: 'una-clave-de-epayco' } })
})

test.each([
  ['EPAYCO_CUSTOMER', '90210', 'EPAYCO_KEY'],
  ['EPAYCO_KEY', 'una-clave-de-epayco', 'EPAYCO_CUSTOMER'],
  ['APPLICATION_USER', 'portal', 'APPLICATION_PASSWORD'],
  ['APPLICATION_PASSWORD', 'una-clave-de-dieciseis', 'APPLICATION_USER'],
  ['REGISTRATION_WEBHOOK', 'https://crm.example/registros', 'REGISTRATION_WEBHOOK_SECRET'],
  ['REGISTRATION_WEBHOOK_SECRET', 'un-secreto-de-dieciseis', 'REGISTRATION_WEBHOOK'],
])('readConfig refuses %s=%j without %s', (name, value) => {
  expect(findRefusedFields({ [name]: value })).toEqual([name])
})

test.each([
  [{ EPAYCO_CUSTOMER: 'tienda', EPAYCO_KEY: 'una-clave-de-epayco' }, 'EPAYCO_CUSTOMER'],
  [{ EPAYCO_CUSTOMER: '90210', EPAYCO_KEY: 'corta' }, 'EPAYCO_KEY'],
])('readConfig refuses %j with an error for %s', (settings, field) => {
  expect(findRefusedFields({ ...settings })).toEqual([field])
})

test.each([
  ['PUBLIC_URL', 'https://portal.example/', { publicUrl: 'https://portal.example' }],
  ['PUBLIC_URL', 'http://10.0.0.1:8080', { publicUrl: 'http://10.0.0.1:8080' }],
  ['SMTP_URL', 'smtps://yo:clave@correo.example:465', { smtpUrl: 'smtps://yo:clave@correo.example:465' }],
  ['MAIL_FROM', 'yo@portal.example', { mailFrom: 'yo@portal.example' }],
  ['CLOCK_OFFSET_MS', '43200001', { clockOffset: 43_200_001 }],
  ['CLOCK_OFFSET_MS', '-5', { clockOffset: -5 }],
  ['DEMO_DATA', 'on', { demoAccountsRequired: true }],
])('%s accepts %j', (name, value, expected) => {
  expect(parseConfig({ [name]: value }).identity).toMatchObject(expected)
})

test.each([
  ['PUBLIC_URL', 'portal.example'],
  ['PUBLIC_URL', 'https://portal.example/otra'],
  ['PUBLIC_URL', 'https://portal.example?x=1'],
  ['PUBLIC_URL', 'https://yo@portal.example'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['SMTP_URL', 'https://correo.example'],
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'nadie'],
  ['REGISTRATION_WEBHOOK', 'ftp://crm.example/'],
  ['REGISTRATION_WEBHOOK', 'https://yo@crm.example/'],
  ['CLOCK_OFFSET_MS', '1.5'],
  ['CLOCK_OFFSET_MS', '1e3'],
])('%s refuses %j', (name, value) => {
  expect(findRefusedFields({ [name]: value })).toEqual([name])
})

test('the application account requires a password of at least 16 characters', () => {
  expect(parseConfig({ DEMO_DATA: 'off' }).identity.applicationAccount).toBeNull()
  const account = { APPLICATION_USER: 'portal', APPLICATION_PASSWORD: 'una-clave-de-die' }
  expect(parseConfig(account).identity.applicationAccount).toEqual({ user: 'portal', password: 'una-clave-de-die' })
  expect(findRefusedFields({ ...account, APPLICATION_PASSWORD: 'una-clave-de-di' })).toEqual(['APPLICATION_PASSWORD'])
})

test.each([{ NODE_ENV: 'production' }, { MARKET_CLOCK: 'real' }, { DATABASE_URL: 'postgres://x@localhost/x' }])(
  'production enabled by %j refuses a CLOCK_OFFSET_MS other than 0',
  (env) => {
    expect(findRefusedFields({ ...PRODUCTION_NEEDS, ...env, CLOCK_OFFSET_MS: '1' })).toEqual(['CLOCK_OFFSET_MS'])
    expect(findRefusedFields({ ...PRODUCTION_NEEDS, ...env, CLOCK_OFFSET_MS: '0' })).toEqual([])
  },
)

test.each([
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65_535 }],
  ['PORT', ' 3001 ', { port: 3001 }],
  ['PORT', '', { port: 3000 }],
  ['HOST', '::1', { host: '::1' }],
  ['MARKET_CLOCK', 'demo', { marketClock: { kind: 'demo' } }],
  ['MARKET_CLOCK', '2026-11-20T10:40', { marketClock: { kind: 'from', instant: Date.UTC(2026, 10, 20, 15, 40) } }],
  [
    'MARKET_CLOCK',
    '2026-11-20T10:40:30-05:00',
    { marketClock: { kind: 'from', instant: Date.UTC(2026, 10, 20, 15, 40, 30) } },
  ],
  [
    'MARKET_CLOCK',
    '2026-11-20T15:40:00.5Z',
    { marketClock: { kind: 'from', instant: Date.UTC(2026, 10, 20, 15, 40, 0, 500) } },
  ],
  ['MARKET_CLOCK', '2000-01-01T00:00Z', { marketClock: { kind: 'from', instant: Date.UTC(2000, 0, 1) } }],
  ['SIM_SEED', '0', { simulationSeed: 0 }],
  ['SIM_SEED', '4294967295', { simulationSeed: 4_294_967_295 }],
  ['SIM_SPEED', '0.5', { simulationSpeed: 0.5 }],
  ['SIM_SPEED', '3600', { simulationSpeed: 3600 }],
  ['DEMO_DATA', 'off', { demoData: false }],
  ['OFFLINE_WORKER', 'off', { offlineWorker: false }],
  ['OPERATOR_KEY', 'x'.repeat(16), { operatorKey: 'x'.repeat(16) }],
  ['AUTO_APPROVE_AFTER', 'off', { autoApproveAfter: null }],
  ['AUTO_APPROVE_AFTER', '0s', { autoApproveAfter: 0 }],
  ['AUTO_APPROVE_AFTER', '45s', { autoApproveAfter: 45_000 }],
  ['AUTO_APPROVE_AFTER', '5m', { autoApproveAfter: 300_000 }],
  ['AUTO_APPROVE_AFTER', '48h', { autoApproveAfter: 172_800_000 }],
  ['OPERATOR_MAIL', 'operador@portal.example', { operatorMail: 'operador@portal.example' }],
  ['DEAL_BAND', '2.5', { dealLimits: { bandPercent: 2.5, maxAmount: 50_000_000, maxAheadMs: 60_000 } }],
  ['DEAL_MAX_AHEAD', 'off', { dealLimits: { bandPercent: 3, maxAmount: 50_000_000, maxAheadMs: 0 } }],
  ['SOURCE_SILENCE', 'off', { sourceSilence: null }],
  ['SOURCE_SILENCE', '10s', { sourceSilence: 10_000 }],
  ['SOURCE_SILENCE', '5m', { sourceSilence: 300_000 }],
  ['TRUST_PROXY', 'off', { trustProxy: false }],
  ['TRUST_PROXY', '1', { trustProxy: 1 }],
  ['TRUST_PROXY', '10.0.0.0/8, ::1', { trustProxy: ['10.0.0.0/8', '::1'] }],
  ['TRUST_PROXY', '10.0.0.1/32,::/128', { trustProxy: ['10.0.0.1/32', '::/128'] }],
  ['TRUST_PROXY', '10', { trustProxy: 10 }],
  ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
  ['STREAMS', '1', { limits: { streams: 1 } }],
  ['STREAMS_PER_ADDRESS', '1', { limits: { streamsPerAddress: 1 } }],
  ['STREAMS_PER_ADDRESS', '1000000', { limits: { streamsPerAddress: 1_000_000 } }],
  ['OLD_DAYS_PER_MINUTE', '1', { limits: { oldDaysPerMinute: 1 } }],
  ['RARE_READS_PER_MINUTE', '1', { limits: { rareReadsPerMinute: 1 } }],
  ['API_PER_MINUTE', '1', { limits: { apiPerMinute: 1 } }],
  ['API_PER_DAY', '1', { limits: { apiPerDay: 1 } }],
  ['CHALLENGES_PER_MINUTE', '1', { limits: { challengesPerMinute: 1 } }],
  ['ENTITY_READS_PER_MINUTE', '1', { limits: { entityReadsPerMinute: 1 } }],
])('readConfig parses %s=%j', (name, value, expected) => {
  expect(parseConfig({ [name]: value })).toMatchObject(expected)
})

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3000.5'],
  ['PORT', 'tres mil'],
  ['PORT', '0x10'],
  ['HOST', 'no es un nombre'],
  ['DATABASE_URL', 'mysql://a/b'],
  ['DATABASE_URL', 'postgres://a b:99999999/'],
  ['MARKET_CLOCK', 'Demo'],
  ['MARKET_CLOCK', 'ayer'],
  ['MARKET_CLOCK', '2026-02-31T10:40'],
  ['MARKET_CLOCK', '2026-11-20T24:00'],
  ['MARKET_CLOCK', '2026-11-20'],
  ['MARKET_CLOCK', '2026-11-20T10:40-99:99'],
  ['MARKET_CLOCK', '1999-12-31T23:59'],
  ['MARKET_CLOCK', '2100-01-01T00:00'],
  ['MARKET_SOURCE', 'simulador'],
  ['SIM_SEED', '4294967296'],
  ['SIM_SEED', '-1'],
  ['SIM_SPEED', '0'],
  ['SIM_SPEED', '3600.001'],
  ['SIM_SPEED', '1e3'],
  ['DEMO_DATA', 'yes'],
  ['NODE_ENV', 'produccion'],
  ['NODE_ENV', 'prod'],
  ['OFFLINE_WORKER', 'yes'],
  ['OPERATOR_KEY', 'x'.repeat(15)],
  ['AUTO_APPROVE_AFTER', '30'],
  ['AUTO_APPROVE_AFTER', '-1s'],
  ['AUTO_APPROVE_AFTER', '1d'],
  ['KEEP_UNPAID_ORDERS', '6'],
  ['KEEP_REFUSED_REGISTRATIONS', '3651'],
  ['KEEP_AUDIT_ADDRESSES', '7,5'],
  ['KEEP_ALERT_FIRINGS', '0'],
  ['OPERATOR_MAIL', 'operador'],
  ['SOURCE_SILENCE', '9s'],
  ['DEAL_BAND', '0'],
  ['DEAL_BAND', '100'],
  ['DEAL_BAND', '3%'],
  ['DEAL_MAX_AMOUNT', '0'],
  ['DEAL_MAX_AMOUNT', '1000000001'],
  ['DEAL_MAX_AHEAD', '5'],
  ['SOURCE_SILENCE', '0s'],
  ['SOURCE_SILENCE', 'on'],
  ['DOCUMENTS_URL', 's3://documentos'],
  ['DOCUMENTS_URL', 'https://s3.example/documentos'],
  ['TRUST_PROXY', 'on'],
  ['TRUST_PROXY', '0'],
  ['TRUST_PROXY', '11'],
  ['TRUST_PROXY', '10.0.0.1, proxy'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '::/129'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['LOG_LEVEL', 'verbose'],
  ['STREAMS', '0'],
  ['STREAMS_PER_ADDRESS', '0'],
  ['STREAMS_PER_ADDRESS', '1000001'],
  ['OLD_DAYS_PER_MINUTE', '0'],
  ['OLD_DAYS_PER_MINUTE', '1.5'],
  ['RARE_READS_PER_MINUTE', '0'],
  ['API_PER_MINUTE', '0'],
  ['API_PER_DAY', '0'],
  ['LOCAL_WEBHOOKS', 'si'],
  ['CHALLENGES_PER_MINUTE', '0'],
  ['ENTITY_READS_PER_MINUTE', '0'],
])('readConfig refuses %s=%j with one error for this variable', (name, value) => {
  expect(findRefusedFields({ ...PRODUCTION_NEEDS, [name]: value })).toEqual([name])
})

test('readConfig returns all violations without the values of the variables', () => {
  const config = readConfig({ PORT: 'x', DEMO_DATA: 'quizás', DATABASE_URL: 'mysql://root:secreto@a/b' })
  expect(config).toEqual({
    ok: false,
    error: [
      { field: 'PORT', message: SETTING_MESSAGES.PORT },
      { field: 'DATABASE_URL', message: SETTING_MESSAGES.DATABASE_URL },
      { field: 'DEMO_DATA', message: SETTING_MESSAGES.DEMO_DATA },
      { field: 'PUBLIC_URL', message: PRODUCTION_REFUSALS.noPublicUrl },
      { field: 'SMTP_URL', message: PRODUCTION_REFUSALS.noMail },
    ],
  })
})

test('MARKET_SOURCE=csv:<path> requires the path', () => {
  const { marketSource, marketFile } = parseConfig({ MARKET_SOURCE: 'csv:/datos/operaciones.csv' })
  expect([marketSource, marketFile]).toEqual(['csv', '/datos/operaciones.csv'])
  for (const MARKET_SOURCE of ['csv', 'csv:', 'archivo']) {
    expect(findRefusedFields({ MARKET_SOURCE })).toEqual(['MARKET_SOURCE'])
  }
})

test('MARKET_SOURCE=ingest requires the operator key', () => {
  expect(findRefusedFields({ MARKET_SOURCE: 'ingest' })).toEqual(['OPERATOR_KEY'])
  expect(findRefusedFields({ MARKET_SOURCE: 'ingest', OPERATOR_KEY: KEY })).toEqual([])
})

test.each([{ NODE_ENV: 'production' }, { MARKET_CLOCK: 'real' }, { DATABASE_URL: 'postgres://x@localhost/x' }])(
  'production refuses LOCAL_WEBHOOKS=on: %j',
  (trigger) => {
    expect(parseConfig({ LOCAL_WEBHOOKS: 'on' }).alerts).toEqual({ localWebhooks: true })
    expect(findRefusedFields({ ...PRODUCTION_NEEDS, ...trigger, LOCAL_WEBHOOKS: 'on' })).toEqual(['LOCAL_WEBHOOKS'])
  },
)

test('the real clock refuses a SIM_SPEED other than 1', () => {
  expect(findRefusedFields({ ...PRODUCTION_NEEDS, MARKET_CLOCK: 'real', SIM_SPEED: '2' })).toEqual(['SIM_SPEED'])
  expect(findRefusedFields({ ...PRODUCTION_NEEDS, MARKET_CLOCK: 'real', SIM_SPEED: '1' })).toEqual([])
})

test.each([
  [{ NODE_ENV: 'production' }],
  [{ DATABASE_URL: 'postgres://mercado@localhost:5432/mercado' }],
  [{ MARKET_CLOCK: 'real' }],
])('%j enables production, where the log level defaults to info, and demo data and auto-approval to off', (trigger) => {
  const env = { ...PRODUCTION_NEEDS, ...trigger }
  expect(parseConfig(env)).toMatchObject({ production: true, demoData: false, logLevel: 'info' })
  expect(parseConfig({ ...env, DEMO_DATA: 'on' })).toMatchObject({ operatorKey: null, autoApproveAfter: null })
  expect(parseConfig(env)).toMatchObject({ operatorKey: null, autoApproveAfter: null })
  expect(parseConfig({ ...env, DEMO_DATA: 'on', LOG_LEVEL: 'error' })).toMatchObject({
    demoData: true,
    logLevel: 'error',
  })
})

describe.each([
  [{ NODE_ENV: 'production' }],
  [{ DATABASE_URL: 'postgres://mercado@localhost:5432/mercado' }],
  [{ MARKET_CLOCK: 'real' }],
])('production enabled by %j', (trigger) => {
  const listRefusals = (env: Readonly<Record<string, string>>) => {
    const config = readConfig({ ...trigger, ...env })
    return config.ok ? [] : config.error.map(({ field, message }) => `${field} ${message}`)
  }

  test('requires PUBLIC_URL and a mail setting', () => {
    expect(listRefusals({})).toEqual([
      `PUBLIC_URL ${PRODUCTION_REFUSALS.noPublicUrl}`,
      `SMTP_URL ${PRODUCTION_REFUSALS.noMail}`,
    ])
    expect(listRefusals({ PUBLIC_URL: 'https://portal.example', SMTP_URL: 'smtps://correo.example:465' })).toEqual([])
    expect(listRefusals({ PUBLIC_URL: 'https://portal.example', MAIL: 'files' })).toEqual([])
    expect(listRefusals({ PUBLIC_URL: 'https://portal.example', MAIL: 'smtp' })).toEqual([
      `SMTP_URL ${SETTING_MESSAGES.SMTP_URL}`,
    ])
  })

  test.each([
    ['smtps://correo.example:465', true],
    ['smtp://correo.example:587?requireTLS=true', true],
    ['smtp://localhost:25', true],
    ['smtp://127.0.0.1:25', true],
    ['smtp://correo.example:587', false],
    ['smtp://correo.example:587?requireTLS=false', false],
    ['smtp://10.0.0.5:25', false],
  ])('SMTP_URL=%s sends mails encrypted to another machine: %s', (url, isAccepted) => {
    const refusals = isAccepted ? [] : [`SMTP_URL ${PRODUCTION_REFUSALS.plainMail}`]
    expect(listRefusals({ PUBLIC_URL: 'https://portal.example', SMTP_URL: url })).toEqual(refusals)
  })

  test.each([
    ['postgres://mercado@localhost:5432/mercado', true],
    ['postgres://mercado@[::1]/mercado', true],
    ['postgres:///mercado?host=/var/run/postgresql', true],
    ['postgres://mercado@base.example/mercado?sslmode=verify-full', true],
    ['postgres://mercado@base.example/mercado?sslmode=verify-full&sslrootcert=/ca.pem', true],
    ['postgres://mercado@base.example/mercado', false],
    ['postgres://mercado@base.example/mercado?sslmode=disable', false],
    ['postgres://mercado@base.example/mercado?sslmode=no-verify', false],
    ['postgres://mercado@base.example/mercado?sslmode=require', false],
    ['postgres://mercado@localhost/mercado?host=base.example', false],
  ])('DATABASE_URL=%s reaches another machine only encrypted: %s', (url, isAccepted) => {
    const refusals = isAccepted ? [] : [`DATABASE_URL ${PRODUCTION_REFUSALS.plainDatabase}`]
    expect(listRefusals({ PUBLIC_URL: 'https://portal.example', MAIL: 'files', DATABASE_URL: url })).toEqual(refusals)
  })

  test.each([
    'http://localhost:3000',
    'http://portal.localhost',
    'http://127.0.0.1:8080',
    'http://[::1]:3000',
    'https://10.0.0.1',
  ])('accepts PUBLIC_URL=%s', (url) => {
    expect(listRefusals({ PUBLIC_URL: url, MAIL: 'files' })).toEqual([])
  })

  test.each([
    'http://portal.example',
    'http://10.0.0.1:8080',
    'http://localhost.example',
    'http://notlocalhost',
    'http://127.0.0.1.example',
  ])('refuses PUBLIC_URL=%s', (url) => {
    expect(listRefusals({ PUBLIC_URL: url, MAIL: 'files' })).toEqual([
      `PUBLIC_URL ${PRODUCTION_REFUSALS.plainPublicUrl}`,
    ])
  })

  const withWebhook = (url: string) => ({
    ...PRODUCTION_NEEDS,
    REGISTRATION_WEBHOOK: url,
    REGISTRATION_WEBHOOK_SECRET: 'un-secreto-de-dieciseis',
  })

  test.each([
    'https://crm.example/registros',
    'http://localhost:4000/registros',
    'http://crm.localhost/registros',
    'http://127.0.0.2:4000/registros',
    'http://[::1]:4000/registros',
  ])('accepts REGISTRATION_WEBHOOK=%s', (url) => {
    expect(listRefusals(withWebhook(url))).toEqual([])
  })

  test.each([
    'http://crm.example/registros',
    'http://10.0.0.1/registros',
    'http://localhost.example/registros',
    'http://127.0.0.1.example/registros',
  ])('refuses REGISTRATION_WEBHOOK=%s', (url) => {
    expect(listRefusals(withWebhook(url))).toEqual([`REGISTRATION_WEBHOOK ${SETTING_MESSAGES.REGISTRATION_WEBHOOK}`])
  })

  test.each(['1', '10'])('refuses TRUST_PROXY=%s', (count) => {
    expect(listRefusals({ ...PRODUCTION_NEEDS, TRUST_PROXY: count })).toEqual([
      `TRUST_PROXY ${PRODUCTION_REFUSALS.proxyCount}`,
    ])
  })

  test.each(['off', '10.0.0.5', '10.0.0.0/8, ::1'])('accepts TRUST_PROXY=%s', (proxies) => {
    expect(listRefusals({ ...PRODUCTION_NEEDS, TRUST_PROXY: proxies })).toEqual([])
  })
})

describe.each([[{ NODE_ENV: 'production' }], [{ DATABASE_URL: 'postgres://mercado@localhost:5432/mercado' }]])(
  'the market clock in production enabled by %j',
  (trigger) => {
    const listRefusals = (env: Readonly<Record<string, string>>) => {
      const config = readConfig({ ...PRODUCTION_NEEDS, OPERATOR_KEY: KEY, ...trigger, ...env })
      return config.ok ? [] : config.error.map(({ field, message }) => `${field} ${message}`)
    }

    test.each(['ingest', 'csv:/datos/operaciones.csv'])('must be real with MARKET_SOURCE=%s', (MARKET_SOURCE) => {
      const refusals = [`MARKET_CLOCK ${PRODUCTION_REFUSALS.demoClock}`]
      expect(listRefusals({ MARKET_SOURCE })).toEqual(refusals)
      expect(listRefusals({ MARKET_SOURCE, MARKET_CLOCK: 'demo' })).toEqual(refusals)
      expect(listRefusals({ MARKET_SOURCE, MARKET_CLOCK: '2026-11-20T10:40' })).toEqual(refusals)
      expect(listRefusals({ MARKET_SOURCE, MARKET_CLOCK: 'real' })).toEqual([])
    })

    test.each([
      ['without MARKET_SOURCE', {}],
      ['with MARKET_SOURCE=simulator', { MARKET_SOURCE: 'simulator' }],
    ])('can be the demo clock %s', (_source, env) => {
      expect(listRefusals(env)).toEqual([])
      expect(listRefusals({ ...env, MARKET_CLOCK: 'demo' })).toEqual([])
    })
  },
)

test('a market with real deals may use any clock outside production', () => {
  expect(findRefusedFields({ MARKET_SOURCE: 'ingest', OPERATOR_KEY: KEY, MARKET_CLOCK: '2026-11-20T10:40' })).toEqual(
    [],
  )
  expect(findRefusedFields({ MARKET_SOURCE: 'csv:/datos/operaciones.csv' })).toEqual([])
})

test('MAIL=files refuses SMTP_URL, and MAIL=smtp requires it', () => {
  expect(findRefusedFields({ MAIL: 'files', SMTP_URL: 'smtp://correo.example' })).toEqual(['MAIL'])
  expect(findRefusedFields({ MAIL: 'smtp' })).toEqual(['SMTP_URL'])
  expect(findRefusedFields({ MAIL: 'paloma' })).toEqual(['MAIL'])
  expect(findRefusedFields({ MAIL: 'smtp', SMTP_URL: 'smtp://correo.example' })).toEqual([])
})

test('readConfig ignores a MAIL that contains the mailbox path of a login shell', () => {
  expect(findRefusedFields({ MAIL: '/var/mail/mercado' })).toEqual([])
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example', MAIL: '/var/mail/mercado' }
  expect(findRefusedFields(production)).toContain('SMTP_URL')
})

test('readConfig never throws for any value', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(SETTING_MESSAGES)), fc.string(), (name, value) => {
      const config = readConfig({ [name]: value })
      expect(config.ok || config.error.map(({ field }) => field).includes(name as never)).toBe(true)
    }),
  )
})
