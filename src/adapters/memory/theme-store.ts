import type { Theme, ThemeStore } from '#src/application/platform/theme-store.ts'

/** A choice of appearance that lasts as long as the record. */
export function createMemoryTheme(): ThemeStore {
  let chosen: Theme = 'system'
  return {
    read: () => chosen,
    write: (theme) => {
      chosen = theme
    },
  }
}
