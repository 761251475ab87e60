import { expect, test } from 'vitest'

import { createLazyGateway } from '#src/adapters/http/lazy-gateway.ts'
import { createMemoryLog } from '#src/adapters/memory/log.ts'
import type { NewsGateway } from '#src/application/market/news-gateway.ts'
import { CODE_NOT_LOADED } from '#src/application/platform/log-messages.ts'
import { err, ok } from '#src/domain/result.ts'

const createNews = (load: () => Promise<NewsGateway>) => {
  const log = createMemoryLog()
  return { log, news: createLazyGateway<NewsGateway>({ load, log }, { latest: true }) }
}

test('a call loads the gateway and passes its arguments and its result', async () => {
  const signals: unknown[] = []
  const { news } = createNews(async () => ({
    latest: async (signal) => {
      signals.push(signal)
      return ok([])
    },
  }))
  const { signal } = new AbortController()
  expect(await news.latest(signal)).toEqual(ok([]))
  expect(signals).toEqual([signal])
})

test('a gateway is not loaded before its first call', () => {
  let loads = 0
  createNews(async () => {
    loads += 1
    return { latest: async () => ok([]) }
  })
  expect(loads).toBe(0)
})

test('a call whose code cannot be loaded is logged and unreachable', async () => {
  const gone = new TypeError('Failed to fetch dynamically imported module')
  const { news, log } = createNews(() => Promise.reject(gone))
  expect(await news.latest()).toEqual(err({ kind: 'unreachable' }))
  expect(log.entries()).toEqual([{ message: CODE_NOT_LOADED, detail: gone }])
})

test('an unexpected error of a call is thrown, not reported as missing code', async () => {
  const defect = new RangeError('defect')
  const { news } = createNews(async () => ({ latest: () => Promise.reject(defect) }))
  await expect(news.latest()).rejects.toBe(defect)
})
