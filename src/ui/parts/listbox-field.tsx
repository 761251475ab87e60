import { Description, Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { ChoiceField, openOnEnter } from '#src/ui/parts/choice-field.tsx'
import type { FieldNotes } from '#src/ui/parts/field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

interface Props extends FieldNotes {
  readonly label: string
  readonly className?: string
  readonly choices: readonly (readonly [value: string, label: string])[]
  /** The empty string means no choice. */
  readonly value: string
  readonly placeholder: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
}

/**
 * A choice from a short list. Its accessible name is its label; its description is the chosen
 * label and the note.
 */
export function ListboxField({
  label,
  className = '',
  choices,
  value,
  placeholder,
  error,
  hint,
  onChange,
  onBlur,
}: Props) {
  const chosenLabel = choices.find(([choice]) => choice === value)?.[1]
  return (
    <ChoiceField label={label} className={className} error={error} hint={hint}>
      <Listbox value={value} onChange={onChange}>
        <span className="field-control choice-control">
          <ListboxButton aria-invalid={error ? true : undefined} onBlur={onBlur} onKeyDown={openOnEnter}>
            <Description as="span" className={chosenLabel === undefined ? 'choice-none' : ''}>
              {chosenLabel ?? placeholder}
            </Description>
          </ListboxButton>
          <ListboxOptions className="choice-options" modal={false}>
            {choices.map(([choice, text]) => (
              <ListboxOption key={choice} value={choice}>
                {text}
                {choice === value && <Icon name="check" />}
              </ListboxOption>
            ))}
          </ListboxOptions>
        </span>
      </Listbox>
    </ChoiceField>
  )
}
