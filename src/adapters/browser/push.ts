import { createTextStore, openLocalStorage, type SessionArea } from '#src/adapters/browser/storage.ts'
import type { BrowserPush } from '#src/application/alerts/ports.ts'
import type { PushRefusal, PushSubscriptionKeys } from '#src/domain/alerts/push.ts'

interface PushDeps {
  readonly window: Window & typeof globalThis
  readonly storage?: SessionArea | null
}

function toKeys({ endpoint, keys }: PushSubscriptionJSON): PushSubscriptionKeys | null {
  const { p256dh: publicKey, auth: secret } = keys ?? {}
  return endpoint && publicKey && secret ? { endpoint, publicKey, secret } : null
}

/** The text of a key, as the service writes it: base64url. */
function toText(key: ArrayBuffer | null | undefined): string | null {
  if (!key) return null
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The push messages of a browser (D125), which its offline worker shows. */
export function createBrowserPush({ window, storage = openLocalStorage(window) }: PushDeps): BrowserPush {
  /** Stored apart from the subscription: the browser may end, or replace, that one by itself. */
  const registered = createTextStore(storage, 'avisos')
  const { navigator } = window
  const isSupported = () =>
    window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

  // Without a worker, `ready` would never settle.
  const findRegistration = async () => (isSupported() ? await navigator.serviceWorker.getRegistration() : undefined)

  const find = async () => (await (await findRegistration())?.pushManager.getSubscription()) ?? null

  /** Replaces a subscription with another key of the server, which would refuse the new one. */
  async function replace(pushManager: PushManager, applicationServerKey: string) {
    const found = await pushManager.getSubscription()
    const isSame = found !== null && toText(found.options.applicationServerKey) === applicationServerKey
    if (!isSame) await found?.unsubscribe()
    const subscription = isSame ? found : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
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
      const none = { isAllowed: false, endpoint: null, key: null, registered: registered.read() }
      if (!isSupported()) return { availability: 'unsupported', ...none }
      const { permission } = window.Notification
      if (permission === 'denied') return { availability: 'denied', ...none }
      const found = await find()
      return {
        availability: 'ready',
        isAllowed: permission === 'granted',
        endpoint: found?.endpoint ?? null,
        key: toText(found?.options.applicationServerKey),
        registered: registered.read(),
      }
    },
    subscribe,
    async unsubscribe() {
      await (await find())?.unsubscribe()
    },
    storeRegistered(endpoint) {
      if (endpoint === null) registered.clear()
      else registered.write(endpoint)
    },
  }
}
