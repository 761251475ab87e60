import type { Theme, ThemeStore } from '#src/application/platform/theme-store.ts'

/** A theme that is stored until the object is dropped. */
export function createMemoryTheme(): ThemeStore {
  let chosen: Theme = 'system'
  return {
    read: () => chosen,
    write: (theme) => {
      chosen = theme
    },
  }
}
