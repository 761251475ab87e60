import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { type Ref, useId } from 'react'

import { describedBy, FieldNote, type FieldNotes } from '#src/ui/parts/field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

interface Props extends FieldNotes {
  readonly label: string
  readonly choices: readonly (readonly [value: string, label: string])[]
  /** Empty for no choice yet. */
  readonly value: string
  readonly placeholder: string
  readonly ref: Ref<HTMLButtonElement>
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
}

/** One of a few, chosen from a list. Its name is the label; the choice is told after it. */
export function ListboxField({ label, choices, value, placeholder, error, hint, ref, onChange, onBlur }: Props) {
  const id = useId()
  const { 'aria-describedby': note = '', ...invalid } = describedBy(id, { error, hint })
  const chosen = choices.find(([choice]) => choice === value)?.[1]
  return (
    <div className={error ? 'field bad' : 'field'}>
      <span className="label" id={`${id}-label`}>
        {label}
      </span>
      <Listbox value={value} onChange={onChange}>
        <span className="control list">
          <ListboxButton
            ref={ref}
            id={id}
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-value ${note}`.trim()}
            {...invalid}
            onBlur={onBlur}
          >
            <span id={`${id}-value`} className={chosen === undefined ? 'unchosen' : ''}>
              {chosen ?? placeholder}
            </span>
          </ListboxButton>
          <ListboxOptions className="choices" modal={false} aria-label={label}>
            {choices.map(([choice, text]) => (
              <ListboxOption key={choice} value={choice}>
                {text}
                {choice === value && <Icon name="check" />}
              </ListboxOption>
            ))}
          </ListboxOptions>
        </span>
      </Listbox>
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  )
}
