import { expect, test } from 'vitest'

import type { PreviewDay } from '#server/market/preview-price.ts'
import {
  createDayPictures,
  createPictureCache,
  MAX_DAY_DRAWINGS,
  MAX_DAY_PICTURES,
  PICTURE_INTERVAL_MS,
} from '#server/page/picture-cache.ts'
import { addDays, toInstant } from '#src/domain/time/bogota.ts'

const FRIDAY = '2026-11-20'

const createDay = (close: number): PreviewDay => ({
  price: {
    date: FRIDAY,
    today: FRIDAY,
    close,
    time: toInstant(FRIDAY, '10:25'),
    average: close,
    low: close,
    high: close,
    previousClose: close,
    trm: null,
    dayTrm: null,
  },
  line: { times: new Float64Array(0), prices: new Float64Array(0), amounts: new Float64Array(0), sequence: null },
})

function createTestCache() {
  const state = { now: 1_000_000, close: 4_000, reads: 0, renders: 0, failing: false }
  const failures: unknown[] = []
  const cache = createPictureCache({
    now: () => state.now,
    simulated: false,
    onFailure: (error) => failures.push(error),
    async readDay() {
      state.reads += 1
      return createDay(state.close)
    },
    async render(svg) {
      state.renders += 1
      if (state.failing) throw new Error('no renderer')
      return Buffer.from(svg)
    },
  })
  return { state, failures, cache }
}

test('requests of one minute share one picture, also during its rendering', async () => {
  const { state, cache } = createTestCache()
  const pictures = await Promise.all(Array.from({ length: 50 }, () => cache.load()))
  state.now += PICTURE_INTERVAL_MS - 1
  pictures.push(await cache.load())
  expect(new Set(pictures).size).toBe(1)
  expect(state).toMatchObject({ reads: 1, renders: 1 })
})

test('the cache renders a new price after a minute', async () => {
  const { state, cache } = createTestCache()
  const first = await cache.load()
  state.close = 4_001
  state.now += PICTURE_INTERVAL_MS
  const second = await cache.load()
  expect(second?.svg).toContain('4.001')
  expect(second?.etag).not.toBe(first?.etag)
  expect(state.renders).toBe(2)
})

test('the cache does not render an unchanged picture again', async () => {
  const { state, cache } = createTestCache()
  const first = await cache.load()
  state.now += 10 * PICTURE_INTERVAL_MS
  expect(await cache.load()).toBe(first)
  expect(state).toMatchObject({ reads: 2, renders: 1 })
})

test('the cache reads the day again after the clock is set back', async () => {
  const { state, cache } = createTestCache()
  await cache.load()
  state.now -= 1
  await cache.load()
  expect(state.reads).toBe(2)
})

test('the cache reports a failed rendering once and renders again after a minute', async () => {
  const { state, cache, failures } = createTestCache()
  state.failing = true
  expect(await Promise.all([cache.load(), cache.load()])).toEqual([null, null])
  expect(await cache.load()).toBeNull()
  expect([failures.length, state.renders]).toEqual([1, 1])
  state.failing = false
  state.now += PICTURE_INTERVAL_MS
  expect(await cache.load()).not.toBeNull()
})

test('the pictures of days are drawn a few at a time, and the last ones stay in memory (D123)', async () => {
  const created: string[] = []
  let finish = () => {}
  const isReady = new Promise<void>((resolve) => {
    finish = resolve
  })
  const picture = { svg: '', png: Buffer.from(''), etag: '""' }
  const pictures = createDayPictures((date) => {
    created.push(date)
    return { load: () => isReady.then(() => picture) }
  })
  const dates = Array.from({ length: MAX_DAY_PICTURES + 1 }, (_, index) => addDays(FRIDAY, index))
  const first = dates.slice(0, MAX_DAY_DRAWINGS + 1).map((date) => pictures.load(date))
  const repeated = pictures.load(FRIDAY)
  finish()
  expect(await Promise.all(first)).toEqual([...Array.from({ length: MAX_DAY_DRAWINGS }, () => picture), null])
  expect(await repeated).toBe(picture)
  for (const date of dates) await pictures.load(date)
  expect(created).toEqual(dates)
  await pictures.load(FRIDAY)
  expect(created.at(-1)).toBe(FRIDAY)
})
