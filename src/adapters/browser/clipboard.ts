import type { Clipboard } from '#src/application/platform/clipboard.ts'

interface ClipboardWindow {
  readonly navigator: { readonly clipboard?: Pick<globalThis.Clipboard, 'writeText'> }
}

/** The browser's clipboard; one without it, or that refuses, copies nothing (D10). */
export const createBrowserClipboard = ({ window }: { readonly window: ClipboardWindow }): Clipboard => ({
  async copy(text) {
    try {
      if (!window.navigator.clipboard) return false
      await window.navigator.clipboard.writeText(text)
      return true
    } catch {
      // permission, focus and policy are the person's and the browser's affair
      return false
    }
  },
})
