import type { Downloads } from '#src/application/platform/ports.ts'

/** How long the browser can read a file from memory, in ms. */
const FILE_LIFETIME_MS = 60_000

/** Saves files with a link to a blob in memory. */
export const createBrowserDownloads = ({
  window,
}: {
  readonly window: Window & Pick<typeof globalThis, 'Blob' | 'URL'>
}): Downloads => ({
  save(file) {
    try {
      const { document, Blob, URL } = window
      const fileUrl = URL.createObjectURL(new Blob(['text' in file ? file.text : file.bytes], { type: file.type }))
      const link = document.createElement('a')
      link.href = fileUrl
      link.download = file.name
      document.body.append(link)
      link.click()
      link.remove()
      window.setTimeout(() => URL.revokeObjectURL(fileUrl), FILE_LIFETIME_MS)
      return true
    } catch {
      // The memory is full, or the browser blocks downloads.
      return false
    }
  },
})
