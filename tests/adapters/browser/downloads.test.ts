// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'

import { createBrowserDownloads } from '#src/adapters/browser/downloads.ts'
import type { TextFile } from '#src/application/platform/ports.ts'
import { downloadsContract } from '#tests/contract/downloads.ts'

afterEach(() => vi.restoreAllMocks())

/** Creates downloads over a fake window that records clicked links and their blobs. */
function createFakeDownloads() {
  const blobs = new Map<string, Blob>()
  const clickedLinks: { readonly name: string; readonly blob: Blob | undefined; readonly isAttached: boolean }[] = []
  const timers: (() => void)[] = []
  let isMemoryFull = false
  const createObjectURL = (blob: Blob) => {
    if (isMemoryFull) throw new DOMException('full', 'QuotaExceededError')
    const url = `blob:portal/${blobs.size}`
    blobs.set(url, blob)
    return url
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clickedLinks.push({ name: this.download, blob: blobs.get(this.href), isAttached: this.isConnected })
  })
  const fakeUrl = Object.assign(Object.create(URL), {
    createObjectURL,
    revokeObjectURL: (url: string) => blobs.delete(url),
  })
  // An assignment would call the setters of the global `window` and change other test files.
  const fakeWindow: Parameters<typeof createBrowserDownloads>[0]['window'] = Object.create(window, {
    document: { value: document },
    Blob: { value: Blob },
    URL: { value: fakeUrl },
    setTimeout: { value: (task: () => void) => timers.push(task) },
  })
  return {
    downloads: createBrowserDownloads({ window: fakeWindow }),
    clickedLinks,
    blobs,
    runTimers: () => {
      for (const timer of timers) timer()
    },
    fillMemory: () => {
      isMemoryFull = true
    },
  }
}

async function readFiles({ clickedLinks }: ReturnType<typeof createFakeDownloads>): Promise<readonly TextFile[]> {
  const files = clickedLinks.map(async ({ name, blob }) => {
    if (!blob) throw new Error('the link points to no blob')
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer())
    return { name, type: blob.type, text }
  })
  return Promise.all(files)
}

downloadsContract('browser', () => {
  const fakeDownloads = createFakeDownloads()
  return {
    downloads: fakeDownloads.downloads,
    files: () => readFiles(fakeDownloads),
    refuse: fakeDownloads.fillMemory,
  }
})

test('save removes the link after the click and revokes the blob URL later', () => {
  const { downloads, clickedLinks, blobs, runTimers } = createFakeDownloads()
  downloads.save({ name: 'a.csv', type: 'text/csv', text: 'a' })
  expect(clickedLinks.map(({ isAttached }) => isAttached)).toEqual([true])
  expect(document.querySelectorAll('a')).toHaveLength(0)
  expect(blobs.size).toBe(1)
  runTimers()
  expect(blobs.size).toBe(0)
})
