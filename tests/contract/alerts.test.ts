import { describe, expect, test } from 'vitest'
import { createAlertsApi } from '#src/adapters/http/alerts/alerts-api.ts'
import { createHttpClient } from '#src/adapters/http/client.ts'
import { createMemoryAlerts } from '#src/adapters/memory/alerts.ts'
import { MEMORY_START } from '#src/adapters/memory/ports.ts'
import type { AlertsGateway } from '#src/application/alerts/ports.ts'
import { createBrowser } from '#tests/support/identity.ts'
import { historyEnv, USUAL_CLOCK } from '#tests/support/market-history.ts'
import { startTestServer } from '#tests/support/server.ts'

async function openHttp(): Promise<AlertsGateway> {
  const { url } = await startTestServer(await historyEnv(USUAL_CLOCK))
  const browser = createBrowser(url)
  await browser.logIn('demo')
  const fetch: typeof globalThis.fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('cookie', browser.cookies())
    return globalThis.fetch(input, { ...init, headers })
  }
  return createAlertsApi({ http: createHttpClient({ base: `${url}/api/market`, fetch }) })
}

const openMemory = async () =>
  createMemoryAlerts({ findClient: () => ({ id: 'ana' }), marketClock: { now: () => MEMORY_START } })

describe.each([
  ['memory', openMemory],
  ['HTTP', openHttp],
])('the messages of alerts over %s', (_name, open) => {
  test('have a mail, quiet hours and a webhook, which change alone (D125)', async () => {
    const gateway = await open()
    const rejected = { ok: false, error: { kind: 'rejected', status: 409 } }
    expect(await gateway.readChannels()).toEqual({ ok: true, value: { mail: true, quiet: null, webhook: null } })
    expect(await gateway.renewWebhookSecret()).toMatchObject(rejected)
    const quiet = { from: '22:00', until: '06:00' }
    await gateway.saveChannels({ mail: false, quiet })
    const webhook = 'https://receptor.example/alertas'
    const saved = await gateway.saveWebhook(` ${webhook} `.trim())
    expect(saved).toEqual({
      ok: true,
      value: { channels: { mail: false, quiet, webhook }, secret: expect.stringMatching(/./) },
    })
    expect(await gateway.saveWebhook(webhook)).toMatchObject({ ok: true, value: { secret: null } })
    const renewed = await gateway.renewWebhookSecret()
    expect(renewed.ok && saved.ok && renewed.value.secret !== saved.value.secret).toBe(true)
    expect(await gateway.saveWebhook('http://receptor.example/')).toMatchObject({ ok: false, error: { status: 400 } })
    expect(await gateway.saveChannels({ mail: true, quiet: null })).toEqual({
      ok: true,
      value: { mail: true, quiet: null, webhook },
    })
    expect(await gateway.saveWebhook(null)).toMatchObject({ ok: true, value: { channels: { webhook: null } } })
    expect(await gateway.testWebhook()).toMatchObject(rejected)
  })
})
