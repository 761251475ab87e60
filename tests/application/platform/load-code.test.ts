import { expect, test, vi } from 'vitest'

import { createMemoryPage } from '#src/adapters/memory/page.ts'
import { createMemoryReloadMark } from '#src/adapters/memory/reload-mark.ts'
import { createLoadCode } from '#src/application/platform/load-code.ts'

function openPage() {
  const page = createMemoryPage()
  const reloadMark = createMemoryReloadMark()
  return { page, reloadMark, loadCode: createLoadCode({ page, reloadMark }) }
}

const GONE = new TypeError('Failed to fetch dynamically imported module')
const fail = () => Promise.reject(GONE)

test('loaded code is returned', async () => {
  const { page, loadCode } = openPage()
  await expect(loadCode(async () => 'screen')).resolves.toBe('screen')
  expect(page.reloads()).toBe(0)
})

test('the first failure reloads the page and never settles, the second one rejects', async () => {
  const { page, loadCode } = openPage()
  const settled = vi.fn<() => void>()
  loadCode(fail).then(settled, settled)
  await Promise.resolve()
  await vi.waitFor(() => expect(page.reloads()).toBe(1))
  expect(settled).not.toHaveBeenCalled()
  await expect(loadCode(fail)).rejects.toBe(GONE)
  expect(page.reloads()).toBe(1)
})

test('a load that succeeds after the reload allows one reload for the next release', async () => {
  const { page, reloadMark, loadCode } = openPage()
  reloadMark.set()
  await loadCode(async () => 'screen')
  loadCode(fail)
  await vi.waitFor(() => expect(page.reloads()).toBe(1))
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
  await vi.waitFor(() => expect(page.reloads()).toBe(1))
})
