import { Description, Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { ChoiceControl, ChoiceField, OPTION_CLASS, OPTIONS_CLASS, openOnEnter } from '#src/ui/parts/choice-field.tsx'
import { controlClass, type FieldNotes, type FieldSpace } from '#src/ui/parts/field.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

interface Props extends FieldNotes {
  readonly label: string
  readonly space?: FieldSpace
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
  space,
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
    <ChoiceField label={label} space={space} className={className} error={error} hint={hint}>
      <Listbox value={value} onChange={onChange}>
        <ChoiceControl>
          <ListboxButton
            className={controlClass({ end: 'arrow' })}
            aria-invalid={error ? true : undefined}
            onBlur={onBlur}
            onKeyDown={openOnEnter}
          >
            <Description as="span" className={chosenLabel === undefined ? 'text-muted' : ''}>
              {chosenLabel ?? placeholder}
            </Description>
          </ListboxButton>
          <ListboxOptions className={OPTIONS_CLASS} modal={false}>
            {choices.map(([choice, text]) => (
              <ListboxOption key={choice} value={choice} className={OPTION_CLASS}>
                {text}
                {choice === value && <Icon name="check" />}
              </ListboxOption>
            ))}
          </ListboxOptions>
        </ChoiceControl>
      </Listbox>
    </ChoiceField>
  )
}
