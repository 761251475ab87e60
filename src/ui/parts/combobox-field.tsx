import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { type Ref, useId, useState } from 'react'

import { fold } from '#src/domain/text.ts'
import { describedBy, Field, type FieldNotes } from '#src/ui/parts/field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

interface Props extends FieldNotes {
  readonly label: string
  readonly choices: readonly string[]
  /** Empty for no choice yet. */
  readonly value: string
  readonly autoComplete?: string
  /** Name of the button that shows all: 'Ver países'. */
  readonly opener: string
  readonly ref: Ref<HTMLInputElement>
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
}

/** One of many: typing narrows the list, whatever the accents. */
export function ComboboxField({ label, choices, value, opener, error, hint, ref, onChange, onBlur, ...input }: Props) {
  const id = useId()
  const [query, setQuery] = useState('')
  const wanted = fold(query.trim())
  const offered = choices.filter((choice) => fold(choice).includes(wanted))
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <Combobox
        value={value === '' ? null : value}
        immediate
        onChange={(choice) => onChange(choice ?? '')}
        onClose={() => setQuery('')}
      >
        <span className="control list">
          <ComboboxInput
            ref={ref}
            id={id}
            displayValue={(choice: string | null) => choice ?? ''}
            {...input}
            {...describedBy(id, { error, hint })}
            onChange={({ target }) => setQuery(target.value)}
            onBlur={onBlur}
          />
          <ComboboxButton className="opener" aria-label={opener} />
          <ComboboxOptions className="choices" modal={false} aria-label={label}>
            {offered.map((choice) => (
              <ComboboxOption key={choice} value={choice}>
                {choice}
                {choice === value && <Icon name="check" />}
              </ComboboxOption>
            ))}
            {offered.length === 0 && <div className="nothing">Sin resultados</div>}
          </ComboboxOptions>
        </span>
      </Combobox>
    </Field>
  )
}
