import { type FormEvent, startTransition, useActionState, useRef } from 'react'
import {
  EDIT_ALERT,
  KIND_TITLES,
  MARKET_TITLES,
  NEW_ALERT,
  PAUSE_TITLES,
  PRICE_HINT,
} from '#src/application/alerts/alert-messages.ts'
import type { AlertsView, AlertValues } from '#src/application/alerts/alerts.ts'
import { ALERT_KINDS, PAUSE_MINUTES, WINDOW_MINUTES } from '#src/domain/alerts/alert.ts'
import { parseDate } from '#src/domain/time/bogota.ts'
import { MARKETS } from '#src/domain/trading/market.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { DateField } from '#src/ui/parts/date-field.tsx'
import { CloseButton, Dialog } from '#src/ui/parts/dialog.tsx'
import { ListboxField } from '#src/ui/parts/listbox-field.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { SegmentsField } from '#src/ui/parts/segments-field.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'

const KIND_CHOICES = ALERT_KINDS.map((kind) => [kind, KIND_TITLES[kind]] as const)
const MARKET_CHOICES = MARKETS.map((market) => [market, MARKET_TITLES[market]] as const)
const SIDE_CHOICES = [
  ['above', 'Sube'],
  ['below', 'Baja'],
] as const
const MINUTE_CHOICES = WINDOW_MINUTES.map((minutes) => [`${minutes}`, `${minutes} minutos`] as const)
const PAUSE_CHOICES = [null, ...PAUSE_MINUTES].map((pause) => [`${pause ?? ''}`, PAUSE_TITLES(pause)] as const)

const FORM_ID = 'formulario-alerta'

interface Props {
  readonly view: AlertsView
  /** The alert that is changed; null for a new one. */
  readonly id: string | null
  readonly values: AlertValues
  readonly onClose: () => void
}

/** The form of an alert. */
export function AlertDialog({ view, id, values, onClose }: Props) {
  const { form, field, choice, radios, onSubmit } = useValidatedForm<AlertValues>(
    { findErrors: view.findErrors },
    { ...values },
  )
  const kind = form.watch('kind')
  /** The form was sent, and not refused: React would queue another press, which would create a second alert. */
  const isSent = useRef(false)
  const [failure, save, isSaving] = useActionState(async (_before: string | null, typed: AlertValues) => {
    const message = await view.save(typed, id)
    isSent.current = message === null
    if (message === null) onClose()
    return message
  }, null)
  const isPrice = kind === 'price'
  const until = useRef<HTMLInputElement>(null)

  /** The date field reports valid days only: the view says what is wrong with another text. */
  function submit(event: FormEvent<HTMLFormElement>) {
    form.setValue('until', until.current?.value ?? '')
    onSubmit((typed) => {
      if (isSent.current) return
      isSent.current = true
      startTransition(() => save(typed))
    })(event)
  }

  return (
    <Dialog
      title={id === null ? NEW_ALERT : EDIT_ALERT}
      size="form"
      dirty={form.formState.isDirty}
      busy={isSaving}
      onClose={onClose}
      actions={
        <>
          <CloseButton>Cancelar</CloseButton>
          <Button variant="primary" type="submit" form={FORM_ID} aria-busy={isSaving}>
            Guardar
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate className="grid gap-4" onSubmit={submit}>
        {failure !== null && <Notice icon="warning" tone="err" lead={failure} />}
        <ListboxField label="Avisar cuando" placeholder="" choices={KIND_CHOICES} {...choice('kind')} />
        {kind !== 'trm' && (
          <>
            <ListboxField label="Mercado" placeholder="" choices={MARKET_CHOICES} {...choice('market')} />
            <SegmentsField label="Sentido" choices={SIDE_CHOICES} {...radios('side')} />
            <TextField
              label={isPrice ? 'Precio' : 'Porcentaje'}
              hint={isPrice ? PRICE_HINT : 'Por ejemplo 0,5'}
              inputMode="decimal"
              autoComplete="off"
              {...field('level')}
            />
          </>
        )}
        {kind === 'window' && (
          <ListboxField label="En" placeholder="" choices={MINUTE_CHOICES} {...choice('minutes')} />
        )}
        <ListboxField label="Repetición" placeholder="" choices={PAUSE_CHOICES} {...choice('pause')} />
        <DateField
          label="Último día"
          optional
          ref={until}
          value={parseDate(form.watch('until'))}
          error={form.getFieldState('until', form.formState).error?.message ?? null}
          onChange={(date) => form.setValue('until', date ?? '', { shouldDirty: true })}
        />
      </form>
    </Dialog>
  )
}
