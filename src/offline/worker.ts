import { createOfflineCache } from '#src/offline/offline-cache.ts'
import { createOfflineWorker } from '#src/offline/offline-worker.ts'
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

Object.assign(self, { release: RELEASE })
