import { expect, test } from 'vitest'

import { createBrowserPush } from '#src/adapters/browser/push.ts'

const NONE = { availability: 'ready', isAllowed: false, endpoint: null, key: null, registered: null }

const KEYS = { p256dh: 'P', auth: 'A' }

interface Options {
  readonly permission?: NotificationPermission
  readonly isSecure?: boolean
  readonly hasWorker?: boolean
  readonly isRefused?: boolean
}

/** A browser with a push service, whose user gives this permission. */
function setUp({ permission = 'granted', isSecure = true, hasWorker = true, isRefused = false }: Options = {}) {
  const calls: string[] = []
  const stored = new Map<string, string>()
  let current: unknown = null
  const subscription = (key: string) => ({
    endpoint: `https://push.example/${key}`,
    options: { applicationServerKey: Uint8Array.from(Buffer.from(key, 'base64url')).buffer },
    toJSON: () => ({ endpoint: `https://push.example/${key}`, keys: KEYS }),
    unsubscribe: async () => {
      calls.push('unsubscribe')
      current = null
    },
  })
  const pushManager = {
    getSubscription: async () => current,
    async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
      if (isRefused) throw new DOMException('no push service', 'AbortError')
      calls.push(`subscribe ${key}`)
      current = subscription(key)
      return current
    },
  }
  const registration = hasWorker ? { pushManager } : undefined
  const window = {
    isSecureContext: isSecure,
    PushManager: class {},
    Notification: {
      permission: permission === 'denied' ? 'denied' : 'default',
      async requestPermission() {
        calls.push('ask')
        return permission
      },
    },
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    navigator: { serviceWorker: { getRegistration: async () => registration, ready: Promise.resolve(registration) } },
  } as unknown as Window & typeof globalThis
  return { push: createBrowserPush({ window }), calls }
}

test('a browser subscribes with the key of the service after its user allows it (D125)', async () => {
  const { push, calls } = setUp()
  expect(await push.read()).toEqual(NONE)
  expect(calls).toEqual([])
  const keys = { publicKey: 'P', secret: 'A' }
  expect(await push.subscribe('BPone-_x')).toEqual({ endpoint: 'https://push.example/BPone-_x', ...keys })
  expect(await push.read()).toMatchObject({ endpoint: 'https://push.example/BPone-_x', key: 'BPone-_x' })
  await push.subscribe('BPone-_x')
  expect(await push.subscribe('BPtwo000')).toEqual({ endpoint: 'https://push.example/BPtwo000', ...keys })
  expect(calls).toEqual(['ask', 'subscribe BPone-_x', 'ask', 'ask', 'unsubscribe', 'subscribe BPtwo000'])
  await push.unsubscribe()
  expect(await push.read()).toEqual(NONE)
})

test('the endpoint that the service knows is stored apart from the subscription (D125)', async () => {
  const { push } = setUp()
  push.storeRegistered('https://push.example/1')
  expect(await push.read()).toMatchObject({ endpoint: null, registered: 'https://push.example/1' })
  push.storeRegistered(null)
  expect(await push.read()).toEqual(NONE)
})

test.each<[Options, string]>([
  [{ permission: 'denied' }, 'denied'],
  [{ permission: 'default' }, 'dismissed'],
  [{ isSecure: false }, 'unsupported'],
  [{ hasWorker: false }, 'unsupported'],
  [{ isRefused: true }, 'failed'],
])('a browser with %j does not subscribe: %s (D125)', async (options, refusal) => {
  expect(await setUp(options).push.subscribe('one')).toBe(refusal)
})

test('a browser that has refused, or cannot, says so before it is asked (D125)', async () => {
  expect((await setUp({ permission: 'denied' }).push.read()).availability).toBe('denied')
  expect((await setUp({ isSecure: false }).push.read()).availability).toBe('unsupported')
})
