import { useState, useSyncExternalStore } from 'react'

import type { Theme } from '#src/application/platform/ports.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

const CHOICES: readonly (readonly [theme: Theme, label: string])[] = [
  ['system', 'Sistema'],
  ['light', 'Claro'],
  ['dark', 'Oscuro'],
]

/** Never notifies: only this control changes the theme, and its state has the change. */
const subscribe = () => () => {}

/** The server renders one page for all users, without the theme of their cookies. */
const readOnServer = () => 'system' as const

/** Radio buttons for the theme: the system's, light or dark. */
export function ThemeControl() {
  const { theme } = useUseCases()
  const [changedTheme, setChangedTheme] = useState<Theme | null>(null)
  const storedTheme = useSyncExternalStore<Theme>(subscribe, theme.read, readOnServer)
  const currentTheme = changedTheme ?? storedTheme
  const chooseTheme = (next: Theme) => {
    theme.write(next)
    setChangedTheme(next)
  }
  return (
    <fieldset className="theme">
      <legend>Apariencia</legend>
      {CHOICES.map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name="apariencia"
            value={value}
            checked={currentTheme === value}
            onChange={() => chooseTheme(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
