import { useSelector } from '@xstate/react'
import { startTransition, useActionState, useRef } from 'react'
import { CHANNELS_FAILED } from '#src/application/alerts/alert-messages.ts'
import {
  type AlertsView,
  type ChannelErrors,
  type ChannelValues,
  NO_CHANNEL_ERRORS,
} from '#src/application/alerts/alerts.ts'
import { PUSH_TITLE, type PushView } from '#src/application/alerts/push.ts'
import type { AlertChannels } from '#src/domain/alerts/alert.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { CheckField } from '#src/ui/parts/check-field.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { useErrorFocus } from '#src/ui/parts/use-error-focus.ts'

const toValues = (fields: FormData): ChannelValues => ({
  mail: fields.get('mail') !== null,
  from: `${fields.get('from') ?? ''}`,
  until: `${fields.get('until') ?? ''}`,
})

interface FormState {
  readonly errors: ChannelErrors
  readonly values: ChannelValues
}

function ChannelsForm({
  view,
  channels: { mail, quiet },
}: {
  readonly view: AlertsView
  readonly channels: AlertChannels
}) {
  const start: FormState = {
    errors: NO_CHANNEL_ERRORS,
    values: { mail, from: quiet?.from ?? '', until: quiet?.until ?? '' },
  }
  const form = useRef<HTMLFormElement>(null)
  const focusError = useErrorFocus()
  const [{ errors, values }, save, isSaving] = useActionState(async (_before: FormState, fields: FormData) => {
    const typed = toValues(fields)
    const found = await view.saveChannels(typed)
    startTransition(() => focusError(form.current))
    return { errors: found, values: typed }
  }, start)
  return (
    <form ref={form} action={save} className="grid max-w-[560px] gap-4 py-3" noValidate>
      {errors.failure !== null && <Notice icon="warning" tone="err" lead={errors.failure} />}
      <CheckField name="mail" defaultChecked={values.mail}>
        Enviar por correo
      </CheckField>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Silencio desde"
          name="from"
          placeholder="22:00"
          defaultValue={values.from}
          error={errors.from}
          optional
        />
        <TextField
          label="Silencio hasta"
          name="until"
          placeholder="06:00"
          defaultValue={values.until}
          error={errors.until}
          optional
        />
      </div>
      <p className="text-sm text-muted">
        En esas horas de Bogotá no enviamos nada; al terminar recibe un resumen. El historial siempre queda al día.
      </p>
      <div>
        <Button variant="secondary" type="submit" aria-busy={isSaving}>
          Guardar avisos
        </Button>
      </div>
    </form>
  )
}

function PushSwitch({ view }: { readonly view: PushView }) {
  const { isOn, isBusy, canChange, hint, problem } = useSelector(view, (state) => state)
  return (
    <div className="max-w-[560px] pt-3">
      <CheckField
        role="switch"
        checked={isOn}
        aria-busy={isBusy}
        aria-disabled={!canChange}
        hint={hint}
        error={problem}
        onChange={({ target }) => (target.checked ? view.turnOn() : view.turnOff())}
      >
        {PUSH_TITLE}
      </CheckField>
    </div>
  )
}

/** How the client gets messages, and the quiet hours. */
export function ChannelsPanel({ view }: { readonly view: AlertsView }) {
  const channels = useSelector(view.channels, (state) => state)
  return (
    <Panel name="Avisos" busy={isBusy(channels)} stale={channels.stale} className="mt-8">
      <ResourceView resource={channels} failureTitle={CHANNELS_FAILED} skeleton={<Skeleton width="w-full" />}>
        {(value) => (
          <>
            <PushSwitch view={view.push} />
            <ChannelsForm view={view} channels={value} />
          </>
        )}
      </ResourceView>
    </Panel>
  )
}
