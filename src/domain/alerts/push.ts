/** Maximum browsers of a client that get push messages; a further one replaces the oldest (D125). */
export const MAX_PUSH_BROWSERS = 10

/** Where the push service of a browser takes messages, and the keys that encrypt them (RFC 8291). */
export interface PushSubscriptionKeys {
  readonly endpoint: string
  /** The public key of the browser, `p256dh`, in base64url. */
  readonly publicKey: string
  /** The shared secret `auth`, in base64url. */
  readonly secret: string
}

/**
 * Whether a browser can get push messages. `denied`: its user has refused notifications of the
 * portal. `no-service`: the portal has no server that sends any.
 */
export type PushAvailability = 'ready' | 'denied' | 'unsupported' | 'no-service'

/** The subscription of a browser, and what the browser knows about the service. */
export interface BrowserSubscription {
  /** Whether the user has allowed the messages: the browser subscribes without a question. */
  readonly isAllowed: boolean
  /** That of the subscription; null without one. */
  readonly endpoint: string | null
  /** The key of the service with which the browser subscribed; null if it is unknown. */
  readonly key: string | null
  /** The endpoint to which the service was last known to send: the user's wish, until the service says that it is off. */
  readonly registered: string | null
}

/**
 * What a page does about the messages of its browser (D125). `active` is the endpoint of the browser to which the
 * service sends, if any. It decides whether they are on; the subscription is replaced when it is another one, has
 * an earlier key or is lost, which includes a replacement that has failed between browser and service.
 */
export function planPush(browser: BrowserSubscription, key: string, active: string | null): 'on' | 'off' | 'replace' {
  if (active === null) return 'off'
  const hasKey = browser.key === null || browser.key === key
  if (active === browser.endpoint && hasKey) return 'on'
  return browser.isAllowed ? 'replace' : 'off'
}

/** Why a browser gave no subscription. `dismissed`: the question was closed; it may be asked again. */
export type PushRefusal = 'denied' | 'dismissed' | 'unsupported' | 'failed'
