import { createOfflineCache } from '#src/offline/offline-cache.ts'
import { createOfflineWorker } from '#src/offline/offline-worker.ts'
import { createPushNotices } from '#src/offline/push-notices.ts'
import { createPushRenewal } from '#src/offline/push-renewal.ts'
import type { WorkerScope } from '#src/offline/worker-scope.ts'

declare const self: WorkerScope
/** Id of the release. It changes the script, so that the browser installs each release's worker. */
declare const RELEASE: string

const fetchAny = (request: string | Request, init?: RequestInit) => fetch(request, init)

const worker = createOfflineWorker({
  cache: createOfflineCache({ caches: self.caches, fetch: fetchAny }),
  fetch: fetchAny,
  origin: self.location.origin,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
})

const { registration, clients } = self
const notices = createPushNotices({ registration, clients, origin: self.location.origin })
const renewPush = createPushRenewal({ registration, fetch: fetchAny })

self.addEventListener('install', (event) => {
  event.waitUntil(worker.install().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  const { navigationPreload } = self.registration
  event.waitUntil(Promise.all([worker.activate(), navigationPreload?.enable()]).then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request, preloadResponse: preloaded } = event
  const response = worker.respond({ request, preloaded })
  if (response) event.respondWith(response)
})

self.addEventListener('message', (event) => event.waitUntil(worker.receive(event.data)))

self.addEventListener('push', (event) => event.waitUntil(notices.show(event.data?.text())))

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewPush(event)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(notices.open(event.notification.data))
})

Object.assign(self, { release: RELEASE })
