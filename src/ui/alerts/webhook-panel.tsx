import { useSelector } from '@xstate/react'
import { type FormEvent, useRef, useState } from 'react'
import { CHANNELS_FAILED } from '#src/application/alerts/alert-messages.ts'
import type { AlertsView } from '#src/application/alerts/alerts.ts'
import {
  SECRET_NOTE,
  SECRET_TITLE,
  WEBHOOK_INTRO,
  WEBHOOK_QUESTIONS,
  type WebhookQuestion,
  type WebhookView,
} from '#src/application/alerts/webhook.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { ConfirmDialog } from '#src/ui/parts/confirm-dialog.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { SecretOnce } from '#src/ui/parts/secret-once.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { useErrorFocus } from '#src/ui/parts/use-error-focus.ts'

interface FormProps {
  readonly view: WebhookView
  readonly saved: string | null
}

function WebhookForm({ view, saved }: FormProps) {
  const { busy, secret, error } = useSelector(view, (state) => state)
  const [address, setAddress] = useState(saved ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [question, setQuestion] = useState<WebhookQuestion | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const focusError = useErrorFocus()

  /** Does a step, unless the address has a problem, which the field then shows. */
  function runUnless(found: string | null, step: () => Promise<void>) {
    setProblem(found)
    if (found === null) void step()
    else focusError(form.current)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    runUnless(view.findError(address), () => view.save(address))
  }

  async function confirm(kind: WebhookQuestion) {
    await view[kind]()
    setQuestion(null)
    if (kind === 'remove' && view.getSnapshot().error === null) setAddress('')
  }

  return (
    <>
      <form ref={form} className="grid max-w-[560px] gap-4 py-3" noValidate onSubmit={submit}>
        <p className="text-sm text-muted">{WEBHOOK_INTRO}</p>
        <TextField
          label="Dirección"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://servidor.example/alertas"
          value={address}
          error={problem}
          onChange={({ target }) => {
            setAddress(target.value)
            setProblem(null)
          }}
        />
        {error !== null && <Notice icon="warning" tone="err" lead={error} />}
        {secret !== null && <SecretOnce title={SECRET_TITLE} note={SECRET_NOTE} secret={secret} />}
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" type="submit" aria-busy={busy === 'save'}>
            Guardar webhook
          </Button>
          {saved !== null && (
            <>
              <Button
                variant="secondary"
                aria-busy={busy === 'test'}
                onClick={() => runUnless(view.findTestError(address, saved), view.test)}
              >
                Probar
              </Button>
              <Button variant="secondary" onClick={() => setQuestion('renew')}>
                Renovar secreto
              </Button>
              <Button variant="danger" onClick={() => setQuestion('remove')}>
                Quitar webhook
              </Button>
            </>
          )}
        </div>
      </form>
      {question !== null && (
        <ConfirmDialog
          title={WEBHOOK_QUESTIONS[question].title}
          action={WEBHOOK_QUESTIONS[question].action}
          danger={question === 'remove'}
          busy={busy === question}
          onConfirm={() => void confirm(question)}
          onCancel={() => setQuestion(null)}
        >
          <p>{WEBHOOK_QUESTIONS[question].text}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The webhook of the client's alerts. */
export function WebhookPanel({ view: { channels: source, webhook } }: { readonly view: AlertsView }) {
  const channels = useSelector(source, (state) => state)
  return (
    <Panel name="Webhook" busy={isBusy(channels)} stale={channels.stale} className="mt-8">
      <ResourceView resource={channels} failureTitle={CHANNELS_FAILED} skeleton={<Skeleton width="w-full" />}>
        {(value) => <WebhookForm view={webhook} saved={value.webhook} />}
      </ResourceView>
    </Panel>
  )
}
