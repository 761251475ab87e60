import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

import { INVALID_DATE } from '#src/application/platform/form-errors.ts'
import { type BogotaDate, parseDate } from '#src/domain/time/bogota.ts'
import { controlClass, type FieldNotes, TailButton } from '#src/ui/parts/field.tsx'
import { FormField } from '#src/ui/parts/form-field.tsx'

/** Inserts the dashes while the user types digits: the keyboard of some phones has no dash. */
const insertDashes = (text: string) => text.replace(/^(\d{4})(?=\d)/, '$1-').replace(/^(\d{4}-\d{2})(?=\d)/, '$1-')

interface Props extends FieldNotes {
  readonly label: string
  /** The day of the address or of the filter. A change from outside replaces the typed text. */
  readonly value: BogotaDate | null
  /** Called with each valid day, and with null for an empty field. */
  readonly onChange?: (date: BogotaDate | null) => void
  /** Called with a text that is no day, when the focus leaves the field. */
  readonly onInvalid?: (text: string) => void
  /** Receives the input with the typed text. */
  readonly ref?: RefObject<HTMLInputElement | null>
  /** A button next to the field. */
  readonly action?: ReactNode
}

/**
 * A field for a day as `2026-11-20`, typed or chosen in the browser's calendar. A native date field
 * would show the day in the format of the browser's language.
 */
export function DateField({ label, value, onChange, onInvalid, ref, action, error, ...notes }: Props) {
  const ownInput = useRef<HTMLInputElement>(null)
  const input = ref ?? ownInput
  const calendar = useRef<HTMLInputElement>(null)
  const shownValue = useRef(value)
  /** Of a text that is no day: the user still types it, or has left the field or sent its form. */
  const [unread, setUnread] = useState<'typed' | 'left' | null>(null)

  useEffect(() => {
    if (shownValue.current === value || !input.current) return
    shownValue.current = value
    if (parseDate(input.current.value) !== value) input.current.value = value ?? ''
    setUnread(null)
  }, [value, input])

  function change(text: string) {
    const newText = insertDashes(text)
    if (input.current && input.current.value !== newText) input.current.value = newText
    const date = parseDate(newText)
    const isText = date === null && newText !== ''
    setUnread(isText ? 'typed' : null)
    if (!isText) onChange?.(date)
  }

  function leave(text: string) {
    const isText = text !== '' && parseDate(text) === null
    setUnread(isText ? 'left' : null)
    if (isText) onInvalid?.(text)
  }

  // Enter, and on some phones a press of the button, send the form without leaving the field.
  const onSubmit = useEffectEvent(() => leave(input.current?.value ?? ''))
  useEffect(() => {
    const form = input.current?.form
    const listener = () => onSubmit()
    form?.addEventListener('submit', listener)
    return () => form?.removeEventListener('submit', listener)
  }, [input])

  function openCalendar() {
    if (!calendar.current || !input.current) return
    calendar.current.value = parseDate(input.current.value) ?? ''
    calendar.current.showPicker()
  }

  return (
    // An error of the day before says nothing about the one that is typed.
    <FormField label={label} error={unread === null ? error : unread === 'left' ? INVALID_DATE : null} {...notes}>
      {(control) => (
        <span className={action ? 'grid grid-cols-[minmax(0,1fr)_auto] gap-2' : 'grid'}>
          <span className="relative flex">
            <input
              ref={input}
              className={controlClass({ end: 'button' })}
              type="text"
              inputMode="numeric"
              placeholder="aaaa-mm-dd"
              maxLength={10}
              autoComplete="off"
              defaultValue={value ?? ''}
              onChange={({ target }) => change(target.value)}
              onBlur={({ target }) => leave(target.value)}
              {...control}
            />
            <TailButton label={`Elegir en el calendario: ${label}`} icon="calendar" onPress={openCalendar} />
            <span className="pointer-events-none absolute inset-y-0 right-0 opacity-0" aria-hidden="true">
              <input
                ref={calendar}
                type="date"
                className="h-full"
                tabIndex={-1}
                onChange={({ target }) => change(target.value)}
              />
            </span>
          </span>
          {action}
        </span>
      )}
    </FormField>
  )
}
