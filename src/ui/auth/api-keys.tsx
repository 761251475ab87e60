import { useSelector } from '@xstate/react'
import { type FormEvent, useState } from 'react'
import {
  API_KEYS_INTRO,
  type ApiKeysView,
  findKeyNameError,
  KEY_QUESTIONS,
  KEYS_FAILED,
  type KeyChange,
  keyDetail,
  MAX_KEYS_REACHED,
  NEW_KEY_NOTE,
  NEW_KEY_TITLE,
  NO_API_KEYS,
} from '#src/application/identity/api-keys.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { API_DOCS } from '#src/application/portal-config.ts'
import { type ApiKey, MAX_KEY_NAME_LENGTH } from '#src/domain/identity/api-keys.ts'
import { useIdentity } from '#src/ui/auth/use-identity.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { ConfirmDialog } from '#src/ui/parts/confirm-dialog.tsx'
import { EmptyLine } from '#src/ui/parts/empty.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { SecretOnce } from '#src/ui/parts/secret-once.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { useErrorFocus } from '#src/ui/parts/use-error-focus.ts'
import { useFocusFallback } from '#src/ui/parts/use-focus-fallback.ts'
import { useConfig } from '#src/ui/portal/config-context.tsx'

interface FormProps {
  readonly view: ApiKeysView
  readonly keys: readonly ApiKey[]
  readonly busy: boolean
}

function NewKeyForm({ view, keys, busy }: FormProps) {
  const [name, setName] = useState('')
  const [isChecked, setChecked] = useState(false)
  const focusError = useErrorFocus()
  const error = findKeyNameError(name, keys)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setChecked(error !== null)
    if (error !== null) return focusError(event.currentTarget)
    if (await view.add(name)) setName('')
  }

  return (
    <form className="mt-5 max-w-[28rem]" noValidate onSubmit={submit}>
      <TextField
        label="Nombre de la clave"
        autoComplete="off"
        maxLength={MAX_KEY_NAME_LENGTH}
        value={name}
        error={isChecked ? error : null}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" variant="primary" aria-busy={busy}>
        Crear clave
      </Button>
    </form>
  )
}

interface RowProps {
  readonly row: ApiKey
  readonly quota: number
  readonly onAsk: (kind: KeyChange) => void
}

const KeyRow = ({ row, quota, onAsk }: RowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2.5">
    <span className="min-w-0">
      <span className="block font-560 break-words">{row.name}</span>
      <span className="block text-sm text-muted">{keyDetail(row, quota)}</span>
    </span>
    <span className="flex gap-2">
      <Button variant="secondary" size="small" aria-label={`Rotar ${row.name}`} onClick={() => onAsk('rotate')}>
        Rotar
      </Button>
      <Button variant="row-danger" size="small" aria-label={`Revocar ${row.name}`} onClick={() => onAsk('revoke')}>
        Revocar
      </Button>
    </span>
  </li>
)

/** The client's keys of the public API (D130). */
export function ApiKeys() {
  const { createApiKeys } = useIdentity()
  const [view] = useState(createApiKeys)
  const { resource, busy, secret, error, canAdd } = useSelector(view, (state) => state)
  const [asked, setAsked] = useState<{ readonly kind: KeyChange; readonly key: ApiKey } | null>(null)
  const { title } = SCREENS.apiKeys
  const { hasServer } = useConfig()
  const focusFallback = useFocusFallback()

  async function confirm() {
    if (asked) await view.change(asked.kind, asked.key.id)
    setAsked(null)
  }

  return (
    <Main title={title}>
      <div className="pt-8 max-sm:pt-5" {...focusFallback}>
        <h1>{title}</h1>
        <p className="mt-1 mb-6 max-w-[72ch] text-ink-soft">
          {API_KEYS_INTRO}{' '}
          {hasServer && (
            <a className="text-accent underline decoration-auto" href={API_DOCS}>
              Documentación y ejemplos
            </a>
          )}
        </p>
        <Panel name="Claves" busy={isBusy(resource)} stale={resource.stale}>
          <ResourceView resource={resource} failureTitle={KEYS_FAILED} skeleton={<Skeleton width="w-40" />}>
            {({ keys, quota }) =>
              keys.length === 0 ? (
                <EmptyLine text={NO_API_KEYS} />
              ) : (
                <ul>
                  {keys.map((key) => (
                    <KeyRow key={key.id} row={key} quota={quota} onAsk={(kind) => setAsked({ kind, key })} />
                  ))}
                </ul>
              )
            }
          </ResourceView>
          {error !== null && <Notice icon="warning" tone="err" lead={error} />}
          {secret !== null && <SecretOnce title={NEW_KEY_TITLE} note={NEW_KEY_NOTE} secret={secret} />}
          {canAdd ? (
            <NewKeyForm view={view} keys={resource.value?.keys ?? []} busy={busy} />
          ) : (
            <p className="mt-4 text-sm">{MAX_KEYS_REACHED}</p>
          )}
        </Panel>
      </div>
      {asked && (
        <ConfirmDialog
          title={KEY_QUESTIONS[asked.kind].title(asked.key.name)}
          action={KEY_QUESTIONS[asked.kind].action}
          danger={asked.kind === 'revoke'}
          busy={busy}
          onConfirm={confirm}
          onCancel={() => setAsked(null)}
        >
          <p>{KEY_QUESTIONS[asked.kind].text}</p>
        </ConfirmDialog>
      )}
    </Main>
  )
}
