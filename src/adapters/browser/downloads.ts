import type { Downloads } from '#src/application/platform/downloads.ts'

/** How long a file stays at hand for the browser to fetch, in ms. */
const KEPT_MS = 60_000

/** The browser's own downloads, by a link to a file in memory. */
export const createBrowserDownloads = ({
  window,
}: {
  readonly window: Window & Pick<typeof globalThis, 'Blob' | 'URL'>
}): Downloads => ({
  save({ name, type, text }) {
    try {
      const { document, Blob, URL } = window
      const address = URL.createObjectURL(new Blob([text], { type }))
      const link = document.createElement('a')
      link.href = address
      link.download = name
      document.body.append(link)
      link.click()
      link.remove()
      window.setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
      return true
    } catch {
      // a browser without memory or in a locked-down page hands nothing over
      return false
    }
  },
})
