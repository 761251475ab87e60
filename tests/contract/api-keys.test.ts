import { describe, expect, test } from 'vitest'
import { createHttpClient } from '#src/adapters/http/client.ts'
import { createApiKeysApi } from '#src/adapters/http/identity/api-keys-api.ts'
import { createMemoryIdentity } from '#src/adapters/memory/identity.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import type { ApiKeysGateway } from '#src/application/identity/ports.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { signIn } from '#tests/contract/identity-under-test.ts'
import { createBrowser } from '#tests/support/identity.ts'
import { historyEnv, USUAL_CLOCK } from '#tests/support/market-history.ts'
import { startTestServer } from '#tests/support/server.ts'

/** A service with the keys of two clients and of a visitor. */
interface KeysUnderTest {
  readonly visitor: ApiKeysGateway
  readonly client: ApiKeysGateway
  readonly other: ApiKeysGateway
}

async function openHttp(): Promise<KeysUnderTest> {
  const { url } = await startTestServer(await historyEnv(USUAL_CLOCK))
  async function openGateway(username: string | null) {
    const browser = createBrowser(url)
    if (username !== null) await browser.logIn(username)
    const fetch: typeof globalThis.fetch = (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('cookie', browser.cookies())
      return globalThis.fetch(input, { ...init, headers })
    }
    return createApiKeysApi({ http: createHttpClient({ base: `${url}/api/market`, fetch }) })
  }
  return { visitor: await openGateway(null), client: await openGateway('demo'), other: await openGateway('demodos') }
}

async function openMemory(): Promise<KeysUnderTest> {
  const identity = createMemoryIdentity({ clock: createMemoryClock(toInstant('2026-11-20', '09:43:15')) })
  const [client, other] = [identity.browser(), identity.browser()]
  await signIn(client, 'demo')
  await signIn(other, 'demodos')
  return { visitor: identity.browser().apiKeys, client: client.apiKeys, other: other.apiKeys }
}

describe.each([
  ['memory', openMemory],
  ['HTTP', openHttp],
])('the keys of the public API over %s', (_name, open) => {
  test('are added, rotated and revoked by their owner alone', async () => {
    const { visitor, client, other } = await open()
    expect((await visitor.list()).ok).toBe(false)
    const added = await client.add(' ERP ')
    expect(added).toMatchObject({ ok: true, value: expect.stringMatching(/^mdc_[\w-]{43}$/) })
    const listed = await client.list()
    const [key] = listed.ok ? listed.value.keys : []
    expect(key).toMatchObject({ name: 'ERP', calls: 0, ending: added.ok ? added.value.slice(-4) : '' })
    const id = key?.id ?? ''
    expect(await other.rotate(id)).toMatchObject({ ok: false, error: { kind: 'rejected', status: 409 } })
    const rotated = await client.rotate(id)
    expect(rotated.ok && added.ok && rotated.value !== added.value).toBe(true)
    expect(await client.revoke(id)).toEqual({ ok: true, value: true })
    expect(await client.list()).toMatchObject({ ok: true, value: { keys: [] } })
    expect((await client.add('x'.repeat(41))).ok).toBe(false)
    for (const name of ['1', '2', '3', '4', '5']) expect((await client.add(name)).ok).toBe(true)
    expect(await client.add('6')).toMatchObject({ ok: false, error: { status: 409 } })
  })
})
