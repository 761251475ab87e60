import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import {
  EXPIRY_DATE,
  EXPIRY_HINT,
  EXPIRY_NOT_SAVED,
  EXPIRY_TITLE,
  expirySubject,
  REMOVE_EXPIRY,
  SAVE_EXPIRY,
} from '#src/application/imc/screens/expiry.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import { parseDate } from '#src/domain/time/bogota.ts'
import { useImc } from '#src/ui/imc/use-imc.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { DateField } from '#src/ui/parts/date-field.tsx'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'

interface Props {
  readonly row: ScreenRow
  readonly onClose: () => void
  /** Called after each reply: the rows may be outdated. */
  readonly onChange: () => void
}

/** Sets, moves or removes the last day of a screen (D108). */
export function ExpiryDialog({ row, onClose, onChange }: Props) {
  const { createExpiry } = useImc()
  const [view] = useState(() => createExpiry(row, onChange))
  const { date, hasDay, isChanged, error, failure, busy, isDone } = useSelector(view, (state) => state)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (isDone) onClose()
  }, [isDone, onClose])

  useEffect(() => {
    if (error !== null) input.current?.focus()
  }, [error])

  function submit() {
    const text = input.current?.value ?? ''
    // The field says that the typed day does not exist.
    if (text !== '' && parseDate(text) === null) input.current?.focus()
    else view.submit()
  }

  return (
    <Dialog
      title={EXPIRY_TITLE}
      context={expirySubject(row)}
      size="reader"
      dirty={isChanged}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" aria-disabled={busy} onClick={busy ? undefined : onClose}>
            Cancelar
          </Button>
          {hasDay && (
            <Button variant="danger" aria-disabled={busy} onClick={busy ? undefined : view.remove}>
              {REMOVE_EXPIRY}
            </Button>
          )}
          <Button variant="primary" aria-busy={busy} onClick={busy ? undefined : submit}>
            {SAVE_EXPIRY}
          </Button>
        </>
      }
    >
      {failure !== null && (
        <div className="mb-3">
          <Notice icon="warning" tone="err" lead={EXPIRY_NOT_SAVED}>
            {failure}
          </Notice>
        </div>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <DateField
          label={EXPIRY_DATE}
          hint={EXPIRY_HINT}
          value={date}
          ref={input}
          error={error ?? undefined}
          onChange={view.change}
        />
      </form>
    </Dialog>
  )
}
