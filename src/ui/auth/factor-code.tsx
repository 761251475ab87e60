import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type FactorStepState, findCodeError } from '#src/application/identity/second-factor.ts'
import type { FactorKind, FactorProof } from '#src/domain/identity/second-factor.ts'
import { SubmitButton } from '#src/ui/auth/frame.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'

interface FieldProps {
  readonly factor: FactorKind
  readonly value: string
  readonly error: string | null
  readonly onChange: (value: string) => void
}

/** The field of a code. Spaces of a pasted code are accepted. */
export const CodeField = ({ factor, value, error, onChange }: FieldProps) =>
  factor === 'recovery' ? (
    <TextField
      label="Código de recuperación"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  ) : (
    <TextField
      label="Código de verificación"
      hint="6 dígitos de su aplicación"
      autoComplete="one-time-code"
      inputMode="numeric"
      spellCheck={false}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )

const SWITCH_LABELS: Readonly<Record<FactorKind, string>> = {
  totp: 'Usar un código de la aplicación',
  passkey: 'Usar una llave de acceso',
  recovery: 'Usar un código de recuperación',
}

interface SwitchProps {
  readonly factor: FactorKind
  /** The factors that can be used here. */
  readonly factors: readonly FactorKind[]
  readonly onChoose: (factor: FactorKind) => void
}

/** Changes to another factor of the account. */
export const FactorSwitch = ({ factor, factors, onChoose }: SwitchProps) =>
  factors
    .filter((kind) => kind !== factor)
    .map((kind) => (
      <Button key={kind} variant="text" size="compact" onClick={() => onChoose(kind)}>
        {SWITCH_LABELS[kind]}
      </Button>
    ))

const INTROS: Readonly<Record<FactorKind, string>> = {
  totp: 'Abra su aplicación de autenticación y escriba el código de Mercado Dólar.',
  passkey: 'Confirme que es usted con la huella, el rostro o el PIN de su dispositivo.',
  recovery: 'Escriba uno de los códigos que guardó al activar la verificación en dos pasos. Cada uno sirve una vez.',
}
const ASKING = 'Siga las indicaciones de su navegador o de su dispositivo.'

interface Props {
  readonly factor: FactorStepState
  readonly busy: boolean
  readonly onSend: (proof: FactorProof) => void
  readonly onUsePasskey: () => void
  /** Returns to the password; while the device asks, to the choice of a factor. */
  readonly onBack: () => void
}

/** The second step of a login: a passkey, a code of the application, or a recovery code (D93, D96). */
export function FactorCode({
  factor: { factors, error, notice, isAsking },
  busy,
  onSend,
  onUsePasskey,
  onBack,
}: Props) {
  const [kind, setKind] = useState<FactorKind>(factors[0] ?? 'recovery')
  const [code, setCode] = useState('')
  const [fieldError, setFieldError] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const introId = useId()
  const focusField = () => form.current?.querySelector<HTMLElement>('input, [type=submit]')?.focus()

  // The step replaces the field that had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind has another field.
  useEffect(focusField, [kind])

  // 'Cancelar' is there only while the device asks.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when the device stops asking.
  useEffect(() => {
    if (document.activeElement === document.body) focusField()
  }, [isAsking])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (kind === 'passkey') return onUsePasskey()
    const message = findCodeError({ factor: kind, code })
    setFieldError(message)
    focusField()
    if (message === null) onSend({ factor: kind, code })
  }

  function choose(next: FactorKind) {
    setKind(next)
    setCode('')
    setFieldError(null)
  }

  return (
    <form ref={form} className="mt-5.5 grid" noValidate method="post" aria-describedby={introId} onSubmit={submit}>
      {error !== null && <ResultNotice key={error} icon="warning" tone="err" lead={error} />}
      {notice !== null && <p className="mb-3 text-ink-soft">{notice}</p>}
      <p id={introId} className="mb-4 text-ink-soft" role="status">
        {isAsking ? ASKING : INTROS[kind]}
      </p>
      {kind !== 'passkey' && (
        <CodeField
          key={kind}
          factor={kind}
          value={code}
          error={fieldError}
          onChange={(value) => {
            setCode(value)
            setFieldError(null)
          }}
        />
      )}
      <SubmitButton
        label={kind === 'passkey' ? 'Usar llave de acceso' : 'Verificar'}
        busyLabel={isAsking ? 'Esperando su dispositivo…' : 'Verificando…'}
        busy={busy || isAsking}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        {!isAsking && <FactorSwitch factor={kind} factors={factors} onChoose={choose} />}
        <Button key={`${isAsking}`} variant="text" size="compact" disabled={busy} onClick={onBack}>
          {isAsking ? 'Cancelar' : 'Volver a la contraseña'}
        </Button>
      </div>
    </form>
  )
}
