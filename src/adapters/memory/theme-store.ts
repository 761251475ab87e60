import type { Theme, ThemeStore } from '#src/application/platform/theme-store.ts'

/** A theme store in memory. */
export function createMemoryThemeStore(): ThemeStore {
  let current: Theme = 'system'
  return {
    read: () => current,
    write: (theme) => {
      current = theme
    },
  }
}
