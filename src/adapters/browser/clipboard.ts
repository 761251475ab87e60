import type { Clipboard } from '#src/application/platform/ports.ts'

interface ClipboardWindow {
  readonly navigator: { readonly clipboard?: Pick<globalThis.Clipboard, 'writeText'> }
}

/** The browser's clipboard. `copy` returns false without a clipboard or permission (D10). */
export const createBrowserClipboard = ({ window }: { readonly window: ClipboardWindow }): Clipboard => ({
  async copy(text) {
    try {
      if (!window.navigator.clipboard) return false
      await window.navigator.clipboard.writeText(text)
      return true
    } catch {
      // The browser denied permission, the page has no focus, or a policy blocks the clipboard.
      return false
    }
  },
})
