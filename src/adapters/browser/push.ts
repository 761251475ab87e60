import type { BrowserPush } from '#src/application/alerts/ports.ts'
import type { PushRefusal, PushSubscriptionKeys } from '#src/domain/alerts/push.ts'

interface PushDeps {
  readonly window: Window & typeof globalThis
}

function toKeys({ endpoint, keys }: PushSubscriptionJSON): PushSubscriptionKeys | null {
  const { p256dh: publicKey, auth: secret } = keys ?? {}
  return endpoint && publicKey && secret ? { endpoint, publicKey, secret } : null
}

/** The push messages of a browser (D125), which its offline worker shows. */
export function createBrowserPush({ window }: PushDeps): BrowserPush {
  const { navigator } = window
  const isSupported = () =>
    window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

  // Without a worker, `ready` would never settle.
  const findRegistration = async () => (isSupported() ? await navigator.serviceWorker.getRegistration() : undefined)

  const find = async () => (await (await findRegistration())?.pushManager.getSubscription()) ?? null

  /** Replaces a subscription: one with another key of the server would refuse the new one. */
  async function replace(pushManager: PushManager, applicationServerKey: string) {
    await (await pushManager.getSubscription())?.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    return toKeys(subscription.toJSON()) ?? 'failed'
  }

  async function subscribe(key: string): Promise<PushSubscriptionKeys | PushRefusal> {
    if (!isSupported()) return 'unsupported'
    const permission = await window.Notification.requestPermission()
    if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed'
    if ((await findRegistration()) === undefined) return 'unsupported'
    const { pushManager } = await navigator.serviceWorker.ready
    return replace(pushManager, key).catch(() => 'failed' as const)
  }

  return {
    async read() {
      if (!isSupported()) return { availability: 'unsupported', endpoint: null }
      if (window.Notification.permission === 'denied') return { availability: 'denied', endpoint: null }
      return { availability: 'ready', endpoint: (await find())?.endpoint ?? null }
    },
    subscribe,
    async unsubscribe() {
      await (await find())?.unsubscribe()
    },
  }
}
