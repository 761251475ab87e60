import { expect, test } from 'vitest'

import { createLazyGateway } from '#src/adapters/http/lazy-gateway.ts'
import { createMemoryLog } from '#src/adapters/memory/log.ts'
import type { NewsGateway } from '#src/application/market/ports.ts'
import { CODE_NOT_LOADED } from '#src/application/platform/log-messages.ts'
import { err, ok } from '#src/domain/result.ts'

const createLazyNews = (load: () => Promise<NewsGateway>) => {
  const log = createMemoryLog()
  return { log, news: createLazyGateway<NewsGateway>({ load, log }, { latest: true }) }
}

test('a call loads the gateway, passes its arguments and returns its result', async () => {
  const signals: unknown[] = []
  const { news } = createLazyNews(async () => ({
    latest: async (signal) => {
      signals.push(signal)
      return ok([])
    },
  }))
  const { signal } = new AbortController()
  expect(await news.latest(signal)).toEqual(ok([]))
  expect(signals).toEqual([signal])
})

test('creating a lazy gateway loads no code', () => {
  let loadCount = 0
  createLazyNews(async () => {
    loadCount += 1
    return { latest: async () => ok([]) }
  })
  expect(loadCount).toBe(0)
})

test('a call logs a failed load and returns unreachable', async () => {
  const loadError = new TypeError('Failed to fetch dynamically imported module')
  const { news, log } = createLazyNews(() => Promise.reject(loadError))
  expect(await news.latest()).toEqual(err({ kind: 'unreachable' }))
  expect(log.entries()).toEqual([{ message: CODE_NOT_LOADED, detail: loadError }])
})

test('a call rejects with an unexpected error of the gateway', async () => {
  const defect = new RangeError('defect')
  const { news } = createLazyNews(async () => ({ latest: () => Promise.reject(defect) }))
  await expect(news.latest()).rejects.toBe(defect)
})
