import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { FactorPart, FactorSettingsView } from '#src/application/identity/factor-settings.ts'
import { findCodeError, lowCodesText, toUsableFactors } from '#src/application/identity/second-factor.ts'
import type { FactorKind, FactorStatus } from '#src/domain/identity/second-factor.ts'
import { formatLongDate } from '#src/domain/text.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import { CodeField, FactorSwitch } from '#src/ui/auth/factor-code.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { Chip } from '#src/ui/parts/chip.tsx'
import { CloseButton, Dialog } from '#src/ui/parts/dialog.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { PanelHead, Region } from '#src/ui/parts/panel.tsx'
import { PasswordField } from '#src/ui/parts/password-field.tsx'
import { useDialogState } from '#src/ui/parts/use-dialog-state.ts'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'

interface ViewProps {
  readonly view: FactorSettingsView
}

/** Why the last change of this part of the page was refused. */
export function FactorError({ view, part }: ViewProps & { readonly part: FactorPart }) {
  const { error } = useSelector(view, (state) => state)
  if (error?.part !== part) return null
  return <ResultNotice key={error.text} icon="warning" tone="err" lead={error.text} />
}

/** Shown while the person's device asks for a passkey. */
export const AskingNote = ({ isAsking }: { readonly isAsking: boolean }) => (
  <p role="status" className="mb-4 text-ink-soft empty:hidden">
    {isAsking && 'Siga las indicaciones de su navegador o de su dispositivo.'}
  </p>
)

/** The label of the main button of a dialog, whose change may ask the device. */
export const toBusyLabel = (isAsking: boolean) => (isAsking ? 'Esperando su dispositivo…' : 'Verificando…')

type Change = 'turn-off' | 'codes'

const CHANGES = {
  'turn-off': { title: 'Desactivar la verificación en dos pasos', label: 'Desactivar', variant: 'danger' },
  codes: { title: 'Códigos de recuperación nuevos', label: 'Crear códigos', variant: 'primary' },
} as const

interface ChangeProps extends ViewProps {
  readonly change: Change
  readonly factors: readonly FactorKind[]
  readonly onClose: () => void
}

/** Asks for the password and a factor, then makes a change. */
function ChangeDialog({ view, change, factors, onClose }: ChangeProps) {
  const { busy, isAsking, passkeys } = useSelector(view, (state) => state)
  const [factor, setFactor] = useState<FactorKind>(factors[0] ?? 'recovery')
  const [code, setCode] = useState('')
  const [codeError, setCodeError] = useState<string | null>(null)
  const { field, onSubmit } = useValidatedForm({ findErrors: view.findPasswordErrors }, { password: '' })
  const { title, label, variant } = CHANGES[change]
  const checkCode = () => {
    // The device gives the answer of a passkey after the password.
    if (factor === 'passkey') return true
    const message = findCodeError({ factor, code })
    setCodeError(message)
    return message === null
  }
  const send = ({ password }: { readonly password: string }) => {
    if (!checkCode()) return
    const form = { password, factor, code }
    if (change === 'turn-off') view.turnOff(form)
    else view.renewCodes(form)
  }
  const close = () => {
    view.cancel()
    if (!isAsking) onClose()
  }
  return (
    <Dialog
      title={title}
      size="login"
      busy={busy}
      dirty={code !== ''}
      onClose={close}
      actions={
        <>
          <CloseButton>Cancelar</CloseButton>
          <Button type="submit" form="factor-change" variant={variant} aria-busy={busy}>
            {busy ? toBusyLabel(isAsking) : label}
          </Button>
        </>
      }
    >
      <form id="factor-change" noValidate method="post" onSubmit={onSubmit(send, checkCode)}>
        <FactorError view={view} part="state" />
        <AskingNote isAsking={isAsking} />
        {change === 'codes' && <p className="mb-4 text-ink-soft">Los códigos anteriores dejarán de servir.</p>}
        {change === 'turn-off' && passkeys !== null && passkeys.passkeys.length > 0 && (
          <p className="mb-4 text-ink-soft">También se quitarán sus llaves de acceso.</p>
        )}
        <PasswordField label="Contraseña" autoComplete="current-password" {...field('password')} />
        {factor === 'passkey' ? (
          <p className="mb-3 text-sm text-ink-soft">Después, confirme que es usted con su llave de acceso.</p>
        ) : (
          <CodeField
            key={factor}
            factor={factor}
            value={code}
            error={codeError}
            onChange={(value) => {
              setCode(value)
              setCodeError(null)
            }}
          />
        )}
        <FactorSwitch
          factor={factor}
          factors={factors}
          onChoose={(next) => {
            setFactor(next)
            setCode('')
            setCodeError(null)
          }}
        />
      </form>
    </Dialog>
  )
}

/** The second factor of an account that has one, with its recovery codes and its end. */
export function FactorState({ view, status }: ViewProps & { readonly status: FactorStatus }) {
  const dialog = useDialogState<Change>()
  const { since, recoveryCodes, isRequired } = status
  const warning = lowCodesText(status)
  return (
    <Region aria-label="Estado">
      <PanelHead title="Estado" />
      <p className="text-ink-soft">
        <Chip tone="success" disc="full">
          Activa
        </Chip>{' '}
        {since !== null && `desde el ${formatLongDate(toDate(since)).toLowerCase()}`}
      </p>
      {warning === null ? (
        <p className="mt-3 text-ink-soft">Códigos de recuperación sin usar: {recoveryCodes}</p>
      ) : (
        <div className="mt-3">
          <Notice icon="warning" tone="warn" lead={warning}>
            Cree códigos nuevos antes de quedarse sin ellos.
          </Notice>
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => dialog.open('codes')}>
          Crear códigos nuevos
        </Button>
        {!isRequired && (
          <Button variant="danger" aria-haspopup="dialog" onClick={() => dialog.open('turn-off')}>
            Desactivar
          </Button>
        )}
      </div>
      {isRequired && <p className="mt-3 text-sm text-muted">Su entidad exige la verificación en dos pasos.</p>}
      {dialog.dialog && (
        <ChangeDialog
          key={dialog.key}
          view={view}
          change={dialog.dialog}
          factors={toUsableFactors(status.factors, view.canUsePasskeys)}
          onClose={dialog.close}
        />
      )}
    </Region>
  )
}
