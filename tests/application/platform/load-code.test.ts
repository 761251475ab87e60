import { expect, test, vi } from 'vitest'

import { createMemoryClock } from '#src/adapters/memory/clocks.ts'
import { createMemoryPage } from '#src/adapters/memory/page.ts'
import { createMemoryReloadMark } from '#src/adapters/memory/reload-mark.ts'
import { createLoadCode, RELOAD_INTERVAL_MS } from '#src/application/platform/load-code.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

function openPage() {
  const page = createMemoryPage()
  const clock = createMemoryClock(toInstant('2026-11-20', '12:00:00'))
  const reloadMark = createMemoryReloadMark()
  return { page, clock, reloadMark, loadCode: createLoadCode({ page, clock, reloadMark }) }
}

const GONE = new TypeError('Failed to fetch dynamically imported module')
const fail = () => Promise.reject(GONE)
const succeed = async () => 'screen'

test('loaded code is returned', async () => {
  const { page, loadCode } = openPage()
  await expect(loadCode(succeed)).resolves.toBe('screen')
  expect(page.reloads()).toBe(0)
})

test('the first failure reloads the page and never settles, the second one rejects', async () => {
  const { page, loadCode } = openPage()
  const settled = vi.fn<() => void>()
  loadCode(fail).then(settled, settled)
  await flushPromises()
  expect(page.reloads()).toBe(1)
  expect(settled).not.toHaveBeenCalled()
  await expect(loadCode(fail)).rejects.toBe(GONE)
  expect(page.reloads()).toBe(1)
})

test('a missing part reloads the page once in ten minutes, even if other parts load', async () => {
  const { page, clock, loadCode } = openPage()
  await loadCode(succeed)
  loadCode(fail)
  await flushPromises()
  await loadCode(succeed)
  await expect(loadCode(fail)).rejects.toBe(GONE)
  clock.advance(RELOAD_INTERVAL_MS - 1)
  await loadCode(succeed)
  await expect(loadCode(fail)).rejects.toBe(GONE)
  expect(page.reloads()).toBe(1)
  clock.advance(1)
  loadCode(fail)
  await flushPromises()
  expect(page.reloads()).toBe(2)
  await loadCode(succeed)
  await expect(loadCode(fail)).rejects.toBe(GONE)
  expect(page.reloads()).toBe(2)
})

test.each([
  ['in the future', () => toInstant('2026-11-20', '12:00:00') + MINUTE_MS],
  ['unreadable', () => Number.NaN],
])('a reload mark that is %s counts as set now', async (_, mark) => {
  const { page, clock, reloadMark, loadCode } = openPage()
  reloadMark.write(mark())
  await expect(loadCode(fail)).rejects.toBe(GONE)
  clock.advance(RELOAD_INTERVAL_MS - 1)
  await expect(loadCode(fail)).rejects.toBe(GONE)
  expect(page.reloads()).toBe(0)
  clock.advance(1)
  loadCode(fail)
  await flushPromises()
  expect(page.reloads()).toBe(1)
})

test('a mark that cannot be stored prevents the reload', async () => {
  const { page, clock } = openPage()
  const loadCode = createLoadCode({ page, clock, reloadMark: { read: () => null, write: () => false } })
  await expect(loadCode(fail)).rejects.toBe(GONE)
  expect(page.reloads()).toBe(0)
})

test('an offline page is not reloaded', async () => {
  const { page, loadCode } = openPage()
  page.connect(false)
  await expect(loadCode(fail)).rejects.toBe(GONE)
  expect(page.reloads()).toBe(0)
})

test('a page with an open dialog or a field in use is not reloaded', async () => {
  const { page, loadCode } = openPage()
  page.occupy(true)
  await expect(loadCode(fail)).rejects.toBe(GONE)
  page.occupy(false)
  loadCode(fail)
  await flushPromises()
  expect(page.reloads()).toBe(1)
})
