import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { renewPush } from '#src/application/alerts/push.ts'
import { planPush } from '#src/domain/alerts/push.ts'
import { err, ok } from '#src/domain/result.ts'

const OFFLINE = err({ kind: 'unreachable' } as const)

/**
 * A browser and its service, which has renewed its keys. Each step of the renewal fails if the next value of
 * `faults` says so; afterwards none does.
 */
function setUp(faults: boolean[], isAllowed = true) {
  const fails = () => faults.shift() === true
  const active = new Set(['old'])
  let subscription: { readonly endpoint: string; readonly key: string } | null = { endpoint: 'old', key: 'earlier' }
  let registered: string | null = null
  let count = 0
  const ports = {
    push: {
      read: async () => ({
        ...{ availability: 'ready' as const, isAllowed, registered },
        ...{ endpoint: subscription?.endpoint ?? null, key: subscription?.key ?? null },
      }),
      async subscribe(key: string) {
        if (subscription?.key !== key) {
          subscription = null
          if (fails()) return 'failed' as const
          count += 1
          subscription = { endpoint: `new ${count}`, key }
        }
        return { endpoint: subscription.endpoint, publicKey: 'P', secret: 'A' }
      },
      async unsubscribe() {
        subscription = null
      },
      storeRegistered(endpoint: string | null) {
        registered = endpoint
      },
    },
    gateway: {
      readPush: async (endpoint: string | null) =>
        fails() ? OFFLINE : ok({ key: 'present', isActive: endpoint !== null && active.has(endpoint) }),
      async addPush({ endpoint }: { readonly endpoint: string }) {
        if (fails()) return OFFLINE
        active.add(endpoint)
        return ok(true as const)
      },
      async removePush(endpoint: string) {
        if (fails()) return OFFLINE
        active.delete(endpoint)
        return ok(true as const)
      },
    },
  }
  return {
    ...{ ports, active, faults },
    read: ports.push.read,
    /** The browser ends its subscription, and its worker could not say so. */
    replaceSubscription(endpoint: string | null) {
      subscription = endpoint === null ? null : { endpoint, key: 'present' }
    },
  }
}

async function expectOn({ active, read }: ReturnType<typeof setUp>) {
  const { endpoint, key, registered } = await read()
  expect(key).toBe('present')
  expect(registered).toBe(endpoint)
  expect(active).toContain(endpoint)
}

/** Opens pages one after the other. Each has at most one fault per step, so that as many as faults meet all of them. */
async function openPages({ ports }: ReturnType<typeof setUp>, count: number) {
  for (let page = 0; page < count; page += 1) await renewPush(ports)
}

describe('the renewal of a subscription with an earlier key (D125)', () => {
  test.each([
    ['to read the state', [true]],
    ['to subscribe', [false, true]],
    ['to register', [false, false, true]],
    ['to remove the earlier one', [false, false, false, true]],
    ['twice to register', [false, false, true, false, false, true]],
    ['to subscribe, then to register', [false, true, false, false, true]],
  ])('a page that fails %s is followed by one that repairs it', async (_, faults) => {
    const browser = setUp([...faults])
    await openPages(browser, faults.length + 1)
    await expectOn(browser)
  })

  test('any order of failures is repaired by the first page without one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 20 }), async (faults) => {
        const browser = setUp([...faults])
        await openPages(browser, faults.length + 1)
        await expectOn(browser)
      }),
    )
  })

  test('pages of several windows at once leave one subscription', async () => {
    const browser = setUp([])
    await Promise.all([renewPush(browser.ports), renewPush(browser.ports)])
    await expectOn(browser)
    expect(browser.active.size).toBe(1)
  })

  test.each(['newer', null])(
    'a subscription that the browser has made %j by itself is registered',
    async (endpoint) => {
      const browser = setUp([])
      await renewPush(browser.ports)
      browser.replaceSubscription(endpoint)
      await renewPush(browser.ports)
      await expectOn(browser)
      expect(browser.active.size).toBe(1)
    },
  )

  test('what the service has ended meanwhile stays off: a sign-out, another client, a new password', async () => {
    const browser = setUp([false, false, true])
    await renewPush(browser.ports)
    browser.active.clear()
    await renewPush(browser.ports)
    await renewPush(browser.ports)
    expect([browser.active.size, (await browser.read()).registered]).toEqual([0, null])
  })

  test('no page asks a user who has taken the permission back', async () => {
    const browser = setUp([], false)
    await renewPush(browser.ports)
    expect(await browser.read()).toMatchObject({ endpoint: 'old', key: 'earlier' })
  })
})

const BROWSER = { isAllowed: true, endpoint: 'a', key: 'k', registered: null }

test.each([
  [BROWSER, null, 'off'],
  [BROWSER, 'a', 'on'],
  [{ ...BROWSER, key: null }, 'a', 'on'],
  [{ ...BROWSER, key: 'earlier' }, 'a', 'replace'],
  [{ ...BROWSER, registered: 'b' }, 'b', 'replace'],
  [{ ...BROWSER, endpoint: null, key: null, registered: 'b' }, 'b', 'replace'],
  [{ ...BROWSER, isAllowed: false, key: 'earlier' }, 'a', 'off'],
  [{ ...BROWSER, isAllowed: false, endpoint: null, key: null, registered: 'b' }, 'b', 'off'],
] as const)('%j with %j at the service is %s (D125)', (browser, active, plan) => {
  expect(planPush(browser, 'k', active)).toBe(plan)
})
