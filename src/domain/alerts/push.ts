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

/** Why a browser gave no subscription. `dismissed`: the question was closed; it may be asked again. */
export type PushRefusal = 'denied' | 'dismissed' | 'unsupported' | 'failed'
