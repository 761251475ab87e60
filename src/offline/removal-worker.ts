import { createOfflineCache } from '#src/offline/offline-cache.ts'
import type { WorkerScope } from '#src/offline/worker-scope.ts'

declare const self: WorkerScope

/**
 * Replaces a broken worker (OFFLINE_WORKER=off). This worker handles no requests, and removes the
 * caches and itself.
 */
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => {
  const cache = createOfflineCache({ caches: self.caches, fetch })
  event.waitUntil(cache.clear({ keepCurrent: false }).then(() => self.registration.unregister()))
})
