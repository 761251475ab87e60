export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Stores the user's theme and applies it (cookie `tema`, D55). */
export interface ThemeStore {
  read(): Theme
  write(theme: Theme): void
}
