import { useState } from 'react'

import type { Theme } from '#src/application/platform/theme-store.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

const CHOICES: readonly (readonly [theme: Theme, label: string])[] = [
  ['system', 'Sistema'],
  ['light', 'Claro'],
  ['dark', 'Oscuro'],
]

/** Appearance: what the system prefers, or the person's own choice. */
export function ThemeControl() {
  const { theme } = useUseCases()
  const [chosen, setChosen] = useState(theme.read)
  const choose = (next: Theme) => {
    theme.write(next)
    setChosen(next)
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
