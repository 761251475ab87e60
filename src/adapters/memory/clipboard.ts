import type { Clipboard } from '#src/application/platform/ports.ts'

/** A clipboard in memory. Tests can read the text and deny access. */
export interface MemoryClipboard extends Clipboard {
  text(): string | null
  setAllowed(allowed: boolean): void
}

export function createMemoryClipboard(): MemoryClipboard {
  const state: { text: string | null; allowed: boolean } = { text: null, allowed: true }
  return {
    async copy(text) {
      if (state.allowed) state.text = text
      return state.allowed
    },
    text: () => state.text,
    setAllowed: (allowed) => {
      state.allowed = allowed
    },
  }
}
