import type { Theme, ThemeStore } from '#src/application/platform/ports.ts'

/** A theme store in memory. */
export function createMemoryThemeStore(): ThemeStore {
  let currentTheme: Theme = 'system'
  return {
    read: () => currentTheme,
    write: (theme) => {
      currentTheme = theme
    },
  }
}
