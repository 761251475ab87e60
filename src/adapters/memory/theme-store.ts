import type { Theme, ThemeStore } from '#src/application/platform/theme-store.ts'

/** Creates a theme store that holds the theme in memory. */
export function createMemoryThemeStore(): ThemeStore {
  let chosen: Theme = 'system'
  return {
    read: () => chosen,
    write: (theme) => {
      chosen = theme
    },
  }
}
