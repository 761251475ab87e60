import { type ComponentProps, useId } from 'react'

import { describedBy, FieldNote, type FieldNotes } from '#src/ui/parts/field.tsx'

interface Props extends FieldNotes {
  readonly label: string
  /** A count next to a label is not part of its name. */
  readonly choices: readonly (readonly [value: string, label: string, count?: string | null])[]
  /** The props that react-hook-form registers for each choice. */
  readonly input?: ComponentProps<'input'>
  /** The chosen value, without react-hook-form. */
  readonly value?: string
  readonly onChange?: (value: string) => void
  /** For filters: the label is for screen readers only, and there is no line for an error. */
  readonly compact?: boolean
}

/** Two or three choices side by side. */
export function SegmentsField({ label, choices, input, value: chosen, onChange, error, hint, compact = false }: Props) {
  const id = useId()
  return (
    <div className={compact ? 'field field-compact' : error ? 'field field-bad' : 'field'}>
      <span className={compact ? 'sr-only' : 'field-label'} id={`${id}-label`}>
        {label}
      </span>
      <div className="segments" role="radiogroup" aria-labelledby={`${id}-label`} {...describedBy(id, { error, hint })}>
        {choices.map(([value, text, count]) => (
          <label key={value}>
            <input
              type="radio"
              value={value}
              {...(onChange ? { name: id, checked: value === chosen, onChange: () => onChange(value) } : input)}
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
