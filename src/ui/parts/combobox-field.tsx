import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { useState } from 'react'

import { foldText } from '#src/domain/text.ts'
import { ChoiceControl, ChoiceField, OPTION_CLASS, OPTIONS_CLASS, openOnEnter } from '#src/ui/parts/choice-field.tsx'
import { controlClass, type FieldNotes } from '#src/ui/parts/field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

interface Props extends FieldNotes {
  readonly label: string
  readonly choices: readonly string[]
  /** The empty string means no choice. */
  readonly value: string
  readonly placeholder: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
}

/** A choice from a long list. Typing filters the list and ignores accents. */
export function ComboboxField({ label, choices, value, placeholder, error, hint, onChange, onBlur }: Props) {
  const [query, setQuery] = useState('')
  const foldedQuery = foldText(query.trim())
  const matches = choices.filter((choice) => foldText(choice).includes(foldedQuery))
  return (
    <ChoiceField label={label} error={error} hint={hint}>
      <Combobox
        value={value === '' ? null : value}
        immediate
        onChange={(choice) => onChange(choice ?? '')}
        onClose={() => setQuery('')}
      >
        <ChoiceControl>
          <ComboboxInput
            className={controlClass({ end: 'arrow' })}
            autoComplete="off"
            placeholder={placeholder}
            displayValue={(choice: string | null) => choice ?? ''}
            aria-invalid={error ? true : undefined}
            onChange={({ target }) => setQuery(target.value)}
            onBlur={onBlur}
            // In an open list, Enter chooses the option.
            onKeyDown={(event) => event.currentTarget.getAttribute('aria-expanded') !== 'true' && openOnEnter(event)}
          />
          <ComboboxButton className="absolute inset-y-px right-px w-9" aria-hidden="true" />
          <ComboboxOptions className={OPTIONS_CLASS} modal={false}>
            {matches.map((choice) => (
              <ComboboxOption key={choice} value={choice} className={OPTION_CLASS}>
                {choice}
                {choice === value && <Icon name="check" />}
              </ComboboxOption>
            ))}
            {matches.length === 0 && (
              <div className="flex min-h-9 items-center px-2 text-muted max-sm:min-h-11">Sin resultados</div>
            )}
          </ComboboxOptions>
        </ChoiceControl>
      </Combobox>
    </ChoiceField>
  )
}
