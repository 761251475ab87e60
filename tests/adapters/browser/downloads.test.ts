// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'

import { createBrowserDownloads } from '#src/adapters/browser/downloads.ts'
import type { TextFile } from '#src/application/platform/downloads.ts'
import { downloadsContract } from '#tests/contract/downloads.ts'

afterEach(() => vi.restoreAllMocks())

/** Downloads over a fake window that records clicked links and the blobs they point to. */
function createFakeDownloads() {
  const blobs = new Map<string, Blob>()
  const clicked: { readonly name: string; readonly blob: Blob | undefined; readonly attached: boolean }[] = []
  const timers: (() => void)[] = []
  let isFull = false
  const createObjectURL = (blob: Blob) => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError')
    const address = `blob:portal/${blobs.size}`
    blobs.set(address, blob)
    return address
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push({ name: this.download, blob: blobs.get(this.href), attached: this.isConnected })
  })
  const fake: Parameters<typeof createBrowserDownloads>[0]['window'] = Object.assign(Object.create(window), {
    document,
    Blob,
    URL: Object.assign(Object.create(URL), {
      createObjectURL,
      revokeObjectURL: (address: string) => blobs.delete(address),
    }),
    setTimeout: (task: () => void) => timers.push(task),
  })
  return {
    downloads: createBrowserDownloads({ window: fake }),
    clicked,
    blobs,
    runTimers: () => {
      for (const timer of timers) timer()
    },
    fillMemory: () => {
      isFull = true
    },
  }
}

async function readFiles({ clicked }: ReturnType<typeof createFakeDownloads>): Promise<readonly TextFile[]> {
  const files = clicked.map(async ({ name, blob }) => {
    if (!blob) throw new Error('the link points to no blob')
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer())
    return { name, type: blob.type, text }
  })
  return Promise.all(files)
}

downloadsContract('browser', () => {
  const fake = createFakeDownloads()
  return { downloads: fake.downloads, files: () => readFiles(fake), refuse: fake.fillMemory }
})

test('save attaches the link only for the click and releases the blob later', () => {
  const { downloads, clicked, blobs, runTimers } = createFakeDownloads()
  downloads.save({ name: 'a.csv', type: 'text/csv', text: 'a' })
  expect(clicked.map(({ attached }) => attached)).toEqual([true])
  expect(document.querySelectorAll('a')).toHaveLength(0)
  expect(blobs.size).toBe(1)
  runTimers()
  expect(blobs.size).toBe(0)
})
