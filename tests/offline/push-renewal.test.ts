import { expect, test } from 'vitest'

import { createPushRenewal } from '#src/offline/push-renewal.ts'

const toSubscription = (endpoint: string) =>
  ({ endpoint, toJSON: () => ({ endpoint, keys: { p256dh: 'P', auth: 'A' } }) }) as unknown as PushSubscription

const OLD = toSubscription('https://push.example/1')
const NEW = toSubscription('https://push.example/2')

/** A worker whose server has the subscription of the signed-in client or not. */
function setUp(isActive: boolean, status = 200) {
  const calls: (readonly [string, unknown])[] = []
  const renew = createPushRenewal({
    registration: {
      pushManager: {
        async subscribe(options) {
          calls.push(['subscribe', options?.applicationServerKey])
          return NEW
        },
      },
    },
    async fetch(path, init) {
      if (path === '/config.json') return Response.json({ marketApi: '/api/market' })
      calls.push([path, JSON.parse(`${init?.body}`)])
      return Response.json({ data: { clave: 'a key', activo: isActive } }, { status })
    },
  })
  return { renew, calls }
}

const REPLACED = [
  ['/api/market/alertas/push', { endpoint: NEW.endpoint, p256dh: 'P', auth: 'A' }],
  ['/api/market/alertas/push/quitar', { endpoint: OLD.endpoint }],
]

test('a subscription that the browser has ended is replaced, at the server too (D125)', async () => {
  const { renew, calls } = setUp(true)
  await renew({ oldSubscription: OLD, newSubscription: null })
  expect(calls.slice(1)).toEqual([['subscribe', 'a key'], ...REPLACED])
})

test('a subscription that the browser has replaced itself is sent to the server (D125)', async () => {
  const { renew, calls } = setUp(true)
  await renew({ oldSubscription: OLD, newSubscription: NEW })
  expect(calls.slice(1)).toEqual(REPLACED)
})

test('without a subscription of the signed-in client nothing changes (D125)', async () => {
  const { renew, calls } = setUp(false)
  await renew({ oldSubscription: OLD, newSubscription: NEW })
  expect(calls).toEqual([['/api/market/alertas/push/estado', { endpoint: OLD.endpoint }]])
  await renew({ oldSubscription: null, newSubscription: NEW })
  expect(calls).toHaveLength(1)
  const signedOut = setUp(true, 403)
  await expect(signedOut.renew({ oldSubscription: OLD, newSubscription: NEW })).rejects.toThrow('403')
  expect(signedOut.calls).toHaveLength(1)
})
