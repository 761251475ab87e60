import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import {
  type FactorSettingsView,
  lastPasskeyText,
  passkeyObstacleText,
} from '#src/application/identity/factor-settings.ts'
import type { Passkey, PasskeyList } from '#src/domain/identity/passkey.ts'
import type { FactorStatus } from '#src/domain/identity/second-factor.ts'
import { formatLongDate } from '#src/domain/text.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'
import { AskingNote, FactorError, toBusyLabel } from '#src/ui/auth/factor-state.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { Button, type ButtonVariant } from '#src/ui/parts/button.tsx'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { PanelHead, Region } from '#src/ui/parts/panel.tsx'
import { PasswordField } from '#src/ui/parts/password-field.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { useDialogState } from '#src/ui/parts/use-dialog-state.ts'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'

interface ViewProps {
  readonly view: FactorSettingsView
}

interface FormDialogProps extends ViewProps {
  readonly title: string
  readonly label: string
  readonly variant?: ButtonVariant
  readonly dirty: boolean
  readonly onSubmit: ReturnType<ReturnType<typeof useValidatedForm>['onSubmit']>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The dialog of a change of a passkey. While the device asks, 'Cancelar' ends that and keeps the form. */
function FormDialog({ view, title, label, variant = 'primary', dirty, onSubmit, onClose, children }: FormDialogProps) {
  const { busy, isAsking } = useSelector(view, (state) => state)
  const close = () => {
    view.cancel()
    if (!isAsking) onClose()
  }
  return (
    <Dialog
      title={title}
      size="login"
      busy={busy}
      dirty={dirty}
      onClose={close}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Cancelar
          </Button>
          <Button type="submit" form="passkey-change" variant={variant} aria-busy={busy}>
            {busy ? toBusyLabel(isAsking) : label}
          </Button>
        </>
      }
    >
      <form id="passkey-change" noValidate method="post" onSubmit={onSubmit}>
        <FactorError view={view} part="passkeys" />
        <AskingNote isAsking={isAsking} />
        {children}
      </form>
    </Dialog>
  )
}

interface CloseProps extends ViewProps {
  readonly onClose: () => void
}

function AddDialog({ view, onClose }: CloseProps) {
  const { field, onSubmit, form } = useValidatedForm({ findErrors: view.findPasskeyErrors }, { name: '', password: '' })
  return (
    <FormDialog
      view={view}
      title="Agregar llave de acceso"
      label="Agregar"
      dirty={form.formState.isDirty}
      onSubmit={onSubmit(view.addPasskey)}
      onClose={onClose}
    >
      <TextField label="Nombre" hint="Por ejemplo, Portátil de la oficina" autoComplete="off" {...field('name')} />
      <PasswordField label="Contraseña" autoComplete="current-password" {...field('password')} />
    </FormDialog>
  )
}

interface PasskeyProps extends CloseProps {
  readonly passkey: Passkey
}

function RenameDialog({ view, passkey: { id, name: oldName }, onClose }: PasskeyProps) {
  const { field, onSubmit, form } = useValidatedForm({ findErrors: view.findNameErrors }, { name: oldName })
  return (
    <FormDialog
      view={view}
      title="Cambiar el nombre de la llave de acceso"
      label="Guardar"
      dirty={form.formState.isDirty}
      onSubmit={onSubmit(({ name }) => view.renamePasskey({ id, name }))}
      onClose={onClose}
    >
      <TextField label="Nombre" autoComplete="off" {...field('name')} />
    </FormDialog>
  )
}

function RemoveDialog({ view, passkey: { id, name }, onClose }: PasskeyProps) {
  const { field, onSubmit, form } = useValidatedForm({ findErrors: view.findPasswordErrors }, { password: '' })
  return (
    <FormDialog
      view={view}
      title="Quitar llave de acceso"
      label="Quitar"
      variant="danger"
      dirty={form.formState.isDirty}
      onSubmit={onSubmit(({ password }) => view.removePasskey({ id, password }))}
      onClose={onClose}
    >
      <p className="mb-4 text-ink-soft">Ya no podrá ingresar con «{name}».</p>
      <PasswordField label="Contraseña" autoComplete="current-password" {...field('password')} />
    </FormDialog>
  )
}

const toDay = (at: Instant) => formatLongDate(toDate(at)).toLowerCase()

interface RowProps {
  readonly passkey: Passkey
  /** The last factor is not removed one by one. */
  readonly canRemove: boolean
  readonly onRename: () => void
  readonly onRemove: () => void
}

const PasskeyRow = ({ passkey: { name, since, lastUsedAt }, canRemove, onRename, onRemove }: RowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2.5">
    <span className="min-w-0">
      <b className="block wrap-anywhere">{name}</b>
      <span className="text-sm text-muted">
        Desde el {toDay(since)}. {lastUsedAt === null ? 'Sin usar.' : `Último uso: ${toDay(lastUsedAt)}.`}
      </span>
    </span>
    <span className="flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="compact"
        aria-haspopup="dialog"
        aria-label={`Cambiar nombre de ${name}`}
        onClick={onRename}
      >
        Cambiar nombre
      </Button>
      {canRemove && (
        <Button variant="danger" size="compact" aria-haspopup="dialog" aria-label={`Quitar ${name}`} onClick={onRemove}>
          Quitar
        </Button>
      )}
    </span>
  </li>
)

type DialogContent = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey }

interface Props extends ViewProps {
  readonly status: FactorStatus
  readonly list: PasskeyList
}

/** The passkeys of the account (D96). */
export function PasskeyPanel({ view, status, list }: Props) {
  const { done } = useSelector(view, (state) => state)
  const { dialog, key, open, close } = useDialogState<DialogContent>()
  const obstacle = passkeyObstacleText(list, view.canUsePasskeys)
  const { passkeys } = list
  const lastText = lastPasskeyText(status, list)
  return (
    <Region aria-label="Llaves de acceso">
      <PanelHead title="Llaves de acceso" />
      {done !== null && <ResultNotice icon="check" tone="ok" lead={done} />}
      <p className="max-w-[76ch] text-ink-soft">
        {obstacle ??
          'Con una llave de acceso ingresa con la huella, el rostro o el PIN de su dispositivo, sin escribir un código.'}
      </p>
      {passkeys.length > 0 && (
        <ul className="mt-3 max-w-[46rem] border-t border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              canRemove={lastText === null}
              onRename={() => open({ kind: 'rename', passkey })}
              onRemove={() => open({ kind: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      {lastText !== null && <p className="mt-2 text-sm text-muted">{lastText}</p>}
      {obstacle === null && (
        <div className="mt-4">
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => open({ kind: 'add' })}>
            Agregar llave de acceso
          </Button>
        </div>
      )}
      {dialog?.kind === 'add' && <AddDialog key={key} view={view} onClose={close} />}
      {dialog?.kind === 'rename' && <RenameDialog key={key} view={view} passkey={dialog.passkey} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveDialog key={key} view={view} passkey={dialog.passkey} onClose={close} />}
    </Region>
  )
}
