import type { Clipboard } from '#src/application/platform/clipboard.ts'

interface ClipboardWindow {
  readonly navigator: { readonly clipboard?: Pick<globalThis.Clipboard, 'writeText'> }
}

/** The browser's clipboard. Returns false without one and when the browser refuses (D10). */
export const createBrowserClipboard = ({ window }: { readonly window: ClipboardWindow }): Clipboard => ({
  async copy(text) {
    try {
      if (!window.navigator.clipboard) return false
      await window.navigator.clipboard.writeText(text)
      return true
    } catch {
      // permission denied, page without focus, or blocked by policy
      return false
    }
  },
})
