import { type ComponentProps, useId } from 'react'

import { FieldNote, type FieldNotes, fieldClass, LABEL_CLASS, toAriaAttributes } from '#src/ui/parts/field.tsx'

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
  return (
    <div className={compact ? '' : fieldClass()}>
      <span className={compact ? 'sr-only' : LABEL_CLASS} id={`${id}-label`}>
        {label}
      </span>
      <div
        className="flex flex-wrap rounded-sm border border-line-strong bg-raised aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger"
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        {...toAriaAttributes(id, { error, hint })}
      >
        {choices.map(([value, text, count]) => (
          <label
            key={value}
            className="group relative grid h-9.5 min-w-max flex-1 cursor-pointer grid-flow-col place-content-center place-items-center border-l border-line px-3 text-sm/6 font-520 whitespace-nowrap text-ink-soft first:border-l-0 hover:bg-sunken has-checked:bg-ink has-checked:font-600 has-checked:text-surface has-focus-visible:z-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-sm:h-10.5"
          >
            <input
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              type="radio"
              value={value}
              {...(onChange ? { name: id, checked: value === chosenValue, onChange: () => onChange(value) } : input)}
            />
            {text}
            {count && (
              <span className="ml-2 font-400 text-muted group-has-checked:text-surface" aria-hidden="true">
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
