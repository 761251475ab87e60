import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { useState } from 'react'

import { foldText } from '#src/domain/text.ts'
import { ChoiceField, openOnEnter } from '#src/ui/parts/choice-field.tsx'
import type { FieldNotes } from '#src/ui/parts/field.tsx'
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
        <span className="field-control choice-control">
          <ComboboxInput
            autoComplete="off"
            placeholder={placeholder}
            displayValue={(choice: string | null) => choice ?? ''}
            aria-invalid={error ? true : undefined}
            onChange={({ target }) => setQuery(target.value)}
            onBlur={onBlur}
            // In an open list, Enter chooses the option.
            onKeyDown={(event) => event.currentTarget.getAttribute('aria-expanded') !== 'true' && openOnEnter(event)}
          />
          <ComboboxButton className="choice-opener" aria-hidden="true" />
          <ComboboxOptions className="choice-options" modal={false}>
            {matches.map((choice) => (
              <ComboboxOption key={choice} value={choice}>
                {choice}
                {choice === value && <Icon name="check" />}
              </ComboboxOption>
            ))}
            {matches.length === 0 && <div className="choice-nothing">Sin resultados</div>}
          </ComboboxOptions>
        </span>
      </Combobox>
    </ChoiceField>
  )
}
