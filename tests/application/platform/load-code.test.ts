import { expect, test, vi } from 'vitest'

import { createMemoryClock, createMemoryPage, createMemoryReloadMark } from '#src/adapters/memory/platform.ts'
import { createLoadCode, RELOAD_INTERVAL_MS } from '#src/application/platform/load-code.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

function openPage() {
  const page = createMemoryPage()
  const clock = createMemoryClock(toInstant('2026-11-20', '12:00:00'))
  const reloadMark = createMemoryReloadMark()
  return { page, clock, reloadMark, loadCode: createLoadCode({ page, clock, reloadMark }) }
}

const LOAD_ERROR = new TypeError('Failed to fetch dynamically imported module')
const fail = () => Promise.reject(LOAD_ERROR)
const succeed = async () => 'screen'

test('loadCode returns the loaded code', async () => {
  const { page, loadCode } = openPage()
  await expect(loadCode(succeed)).resolves.toBe('screen')
  expect(page.reloads()).toBe(0)
})

test('loadCode reloads the page on the first failure and rejects on the second failure', async () => {
  const { page, loadCode } = openPage()
  const onSettled = vi.fn<() => void>()
  loadCode(fail).then(onSettled, onSettled)
  await flushPromises()
  expect(page.reloads()).toBe(1)
  expect(onSettled).not.toHaveBeenCalled()
  await expect(loadCode(fail)).rejects.toBe(LOAD_ERROR)
  expect(page.reloads()).toBe(1)
})

test('loadCode reloads the page at most once in ten minutes, even if other code loads', async () => {
  const { page, clock, loadCode } = openPage()
  await loadCode(succeed)
  loadCode(fail)
  await flushPromises()
  await loadCode(succeed)
  await expect(loadCode(fail)).rejects.toBe(LOAD_ERROR)
  clock.advance(RELOAD_INTERVAL_MS - 1)
  await loadCode(succeed)
  await expect(loadCode(fail)).rejects.toBe(LOAD_ERROR)
  expect(page.reloads()).toBe(1)
  clock.advance(1)
  loadCode(fail)
  await flushPromises()
  expect(page.reloads()).toBe(2)
  await loadCode(succeed)
  await expect(loadCode(fail)).rejects.toBe(LOAD_ERROR)
  expect(page.reloads()).toBe(2)
})

test.each([
  ['in the future', () => toInstant('2026-11-20', '12:00:00') + MINUTE_MS],
  ['unreadable', () => Number.NaN],
])('loadCode treats a reload mark that is %s as set now', async (_, mark) => {
  const { page, clock, reloadMark, loadCode } = openPage()
  reloadMark.write(mark())
  await expect(loadCode(fail)).rejects.toBe(LOAD_ERROR)
  clock.advance(RELOAD_INTERVAL_MS - 1)
  await expect(loadCode(fail)).rejects.toBe(LOAD_ERROR)
  expect(page.reloads()).toBe(0)
  clock.advance(1)
  loadCode(fail)
  await flushPromises()
  expect(page.reloads()).toBe(1)
})

test('loadCode does not reload the page when the mark cannot be stored', async () => {
  const { page, clock } = openPage()
  const loadCode = createLoadCode({ page, clock, reloadMark: { read: () => null, write: () => false } })
  await expect(loadCode(fail)).rejects.toBe(LOAD_ERROR)
  expect(page.reloads()).toBe(0)
})

test('loadCode does not reload an offline page', async () => {
  const { page, loadCode } = openPage()
  page.setOnline(false)
  await expect(loadCode(fail)).rejects.toBe(LOAD_ERROR)
  expect(page.reloads()).toBe(0)
})

test('loadCode does not reload a busy page', async () => {
  const { page, loadCode } = openPage()
  page.setBusy(true)
  await expect(loadCode(fail)).rejects.toBe(LOAD_ERROR)
  page.setBusy(false)
  loadCode(fail)
  await flushPromises()
  expect(page.reloads()).toBe(1)
})
