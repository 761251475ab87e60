interface PushRenewalDeps {
  readonly registration: { readonly pushManager: Pick<PushManager, 'subscribe'> }
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
}

/** What a browser says about a subscription that it has ended, or replaced by itself. */
export interface SubscriptionChange {
  readonly oldSubscription: PushSubscription | null
  readonly newSubscription: PushSubscription | null
}

/**
 * Creates the replacement of a subscription that the browser has ended (D125). The server knows by the
 * session of the browser whether the messages were those of its client.
 */
export function createPushRenewal({ registration, fetch }: PushRenewalDeps) {
  async function read(response: Response) {
    if (!response.ok) throw new Error(`push: status ${response.status}`)
    return response.json()
  }

  return async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
    if (!oldSubscription) return
    const { marketApi } = await read(await fetch('/config.json'))
    const call = async (path: string, body: object) =>
      read(
        await fetch(`${marketApi}/alertas/push${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          credentials: 'include',
          body: JSON.stringify(body),
        }),
      )
    const { endpoint } = oldSubscription
    const { data } = await call('/estado', { endpoint })
    if (!data.activo) return
    const options = { userVisibleOnly: true, applicationServerKey: data.clave }
    const { keys, ...subscription } = (newSubscription ?? (await registration.pushManager.subscribe(options))).toJSON()
    await call('', { endpoint: subscription.endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'] })
    if (subscription.endpoint !== endpoint) await call('/quitar', { endpoint })
  }
}
