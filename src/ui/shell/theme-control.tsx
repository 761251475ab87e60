import { useState, useSyncExternalStore } from 'react'

import type { Theme } from '#src/application/platform/theme-store.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

const CHOICES: readonly (readonly [theme: Theme, label: string])[] = [
  ['system', 'Sistema'],
  ['light', 'Claro'],
  ['dark', 'Oscuro'],
]

/** Only this control changes the theme. */
const subscribe = () => () => {}

/** Every visitor gets the same page; the theme is in a cookie. */
const readOnServer = () => 'system' as const

/** The choice of the theme: that of the system, light, or dark. */
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
