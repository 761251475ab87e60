import type { PageClients } from '#src/offline/push-notices.ts'
import type { SubscriptionChange } from '#src/offline/push-renewal.ts'

/**
 * The part of `ServiceWorkerGlobalScope` that the worker uses. TypeScript's `DOM` library,
 * with which the project compiles, does not have this type.
 */
export interface WorkerScope {
  readonly caches: CacheStorage
  readonly location: { readonly origin: string }
  readonly clients: PageClients & { claim(): Promise<void> }
  readonly registration: {
    readonly pushManager: PushManager
    readonly navigationPreload?: { enable(): Promise<void> }
    unregister(): Promise<boolean>
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(
    type: 'pushsubscriptionchange',
    listener: (event: ExtendableEvent & SubscriptionChange) => void,
  ): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
  addEventListener(type: 'message', listener: (event: ExtendableEvent & { readonly data: unknown }) => void): void
}

interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void
}

interface PushEvent extends ExtendableEvent {
  readonly data: { text(): string } | null
}

interface NotificationEvent extends ExtendableEvent {
  readonly notification: Pick<Notification, 'data' | 'close'>
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
