import { useState, useSyncExternalStore } from 'react'

import type { Theme } from '#src/application/platform/theme-store.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

const CHOICES: readonly (readonly [theme: Theme, label: string])[] = [
  ['system', 'Sistema'],
  ['light', 'Claro'],
  ['dark', 'Oscuro'],
]

/** Never notifies: only this control changes the theme, and it has its own state. */
const subscribe = () => () => {}

/** The server renders the same page for everybody; the theme is in a cookie. */
const readOnServer = () => 'system' as const

/** Radio buttons for the theme: the system's, light or dark. */
export function ThemeControl() {
  const { theme } = useUseCases()
  const [changed, setChanged] = useState<Theme | null>(null)
  const stored = useSyncExternalStore<Theme>(subscribe, theme.read, readOnServer)
  const chosen = changed ?? stored
  const choose = (next: Theme) => {
    theme.write(next)
    setChanged(next)
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
            checked={chosen === value}
            onChange={() => choose(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
