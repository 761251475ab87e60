// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'

import { createBrowserDownloads } from '#src/adapters/browser/downloads.ts'
import type { TextFile } from '#src/application/platform/downloads.ts'
import { downloadsContract } from '#tests/contract/downloads.ts'

afterEach(() => vi.restoreAllMocks())

/** The page's own links, and what their addresses stand for when they are pressed. */
function watchedLinks() {
  const blobs = new Map<string, Blob>()
  const pressed: { readonly name: string; readonly blob: Blob | undefined; readonly attached: boolean }[] = []
  const timers: (() => void)[] = []
  let refused = false
  const createObjectURL = (blob: Blob) => {
    if (refused) throw new DOMException('no room', 'QuotaExceededError')
    const address = `blob:portal/${blobs.size}`
    blobs.set(address, blob)
    return address
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    pressed.push({ name: this.download, blob: blobs.get(this.href), attached: this.isConnected })
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
    pressed,
    blobs,
    pass: () => {
      for (const timer of timers) timer()
    },
    refuse: () => {
      refused = true
    },
  }
}

async function filesOf({ pressed }: ReturnType<typeof watchedLinks>): Promise<readonly TextFile[]> {
  const files = pressed.map(async ({ name, blob }) => {
    if (!blob) throw new Error('no file behind the link')
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer())
    return { name, type: blob.type, text }
  })
  return Promise.all(files)
}

downloadsContract('browser', () => {
  const links = watchedLinks()
  return { downloads: links.downloads, files: () => filesOf(links), refuse: links.refuse }
})

test('the link is on the page while it is pressed and leaves nothing behind', () => {
  const { downloads, pressed, blobs, pass } = watchedLinks()
  downloads.save({ name: 'a.csv', type: 'text/csv', text: 'a' })
  expect(pressed.map(({ attached }) => attached)).toEqual([true])
  expect(document.querySelectorAll('a')).toHaveLength(0)
  expect(blobs.size).toBe(1)
  pass()
  expect(blobs.size).toBe(0)
})
