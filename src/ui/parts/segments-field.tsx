import { type ComponentProps, useId } from 'react'

import { FieldNote, type FieldNotes, toAriaAttributes } from '#src/ui/parts/field.tsx'

interface Props extends FieldNotes {
  readonly label: string
  /** A count is shown next to its label and is not part of the accessible name. */
  readonly choices: readonly (readonly [value: string, label: string, count?: string | null])[]
  /** The props of each radio button from react-hook-form. */
  readonly input?: ComponentProps<'input'>
  /** The chosen value; used together with `onChange`, without react-hook-form. */
  readonly value?: string
  readonly onChange?: (value: string) => void
  /** For filters: only screen readers get the label, and no error or hint is shown. */
  readonly compact?: boolean
}

/** Two or three choices side by side. */
export function SegmentsField({
  label,
  choices,
  input,
  value: chosenValue,
  onChange,
  error,
  hint,
  compact = false,
}: Props) {
  const id = useId()
  const statusClass = error ? 'field-bad' : ''
  return (
    <div className={`field ${compact ? 'field-compact' : statusClass}`}>
      <span className={compact ? 'sr-only' : 'field-label'} id={`${id}-label`}>
        {label}
      </span>
      <div
        className="segments"
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        {...toAriaAttributes(id, { error, hint })}
      >
        {choices.map(([value, text, count]) => (
          <label key={value}>
            <input
              type="radio"
              value={value}
              {...(onChange ? { name: id, checked: value === chosenValue, onChange: () => onChange(value) } : input)}
            />
            {text}
            {count && (
              <span className="segments-count" aria-hidden="true">
                {count}
              </span>
            )}
          </label>
        ))}
      </div>
      {!compact && <FieldNote id={id} error={error} hint={hint} />}
    </div>
  )
}
