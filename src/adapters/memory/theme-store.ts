import type { Theme, ThemeStore } from '#src/application/platform/theme-store.ts'

/** A theme store in memory. */
export function createMemoryThemeStore(): ThemeStore {
  let chosen: Theme = 'system'
  return {
    read: () => chosen,
    write: (theme) => {
      chosen = theme
    },
  }
}
