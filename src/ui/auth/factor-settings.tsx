import { useSelector } from '@xstate/react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { encode } from 'uqr'
import type { FactorSettingsView } from '#src/application/identity/factor-settings.ts'
import { findCodeError } from '#src/application/identity/second-factor.ts'
import { formatFactorSecret } from '#src/domain/identity/second-factor.ts'
import { CodeField } from '#src/ui/auth/factor-code.tsx'
import { FactorError, FactorState } from '#src/ui/auth/factor-state.tsx'
import { PasskeyPanel } from '#src/ui/auth/passkey-panel.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { CopyButton } from '#src/ui/parts/copy-button.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { PanelHead, Region } from '#src/ui/parts/panel.tsx'
import { PasswordField } from '#src/ui/parts/password-field.tsx'
import { Failed } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'

interface ViewProps {
  readonly view: FactorSettingsView
}

/** Asks for the password before a set-up. */
function Begin({ view }: ViewProps) {
  const { busy } = useSelector(view, (state) => state)
  const { field, onSubmit } = useValidatedForm({ findErrors: view.findPasswordErrors }, { password: '' })
  return (
    <form className="max-w-form" noValidate method="post" onSubmit={onSubmit(view.begin)}>
      <FactorError view={view} part="application" />
      <p className="mb-4 text-ink-soft">
        Necesita una aplicación de autenticación en su teléfono. Al ingresar escribirá su contraseña y un código de la
        aplicación: quien conozca solo su contraseña no podrá entrar.
      </p>
      <PasswordField label="Contraseña" autoComplete="current-password" {...field('password')} />
      <Button type="submit" variant="primary" aria-busy={busy}>
        {busy ? 'Verificando…' : 'Configurar'}
      </Button>
    </form>
  )
}

/** A QR code. Its squares are one path: the content security policy allows no HTML from a text. */
function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label="Código QR de la verificación en dos pasos; la clave está en texto a continuación"
      className="w-52 rounded-sm border border-line"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      {/* Black on white in both themes, which every reader of codes expects. */}
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** The secret as a QR code and as text, and the field of the first code. */
function Setup({ view }: ViewProps) {
  const { busy, setup } = useSelector(view, (state) => state)
  const [code, setCode] = useState('')
  const [fieldError, setFieldError] = useState<string | null>(null)
  if (setup === null) return null
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const message = findCodeError({ factor: 'totp', code })
    setFieldError(message)
    event.currentTarget.querySelector('input')?.focus()
    if (message === null) view.confirm({ code })
  }
  return (
    <form className="grid max-w-form gap-4" noValidate method="post" onSubmit={submit}>
      <p className="text-ink-soft">1. Escanee este código con su aplicación de autenticación.</p>
      <QrCode text={setup.address} />
      <div>
        <p className="text-sm text-muted">Si no puede escanearlo, escriba esta clave en la aplicación:</p>
        <p className="my-1.5 font-550 wrap-anywhere select-all">{formatFactorSecret(setup.secret)}</p>
        <CopyButton text={setup.secret} label="Copiar clave" />
      </div>
      <div>
        <p className="mb-3 text-ink-soft">2. Escriba el código que muestra la aplicación.</p>
        <FactorError view={view} part="application" />
        <CodeField
          factor="totp"
          value={code}
          error={fieldError}
          onChange={(value) => {
            setCode(value)
            setFieldError(null)
          }}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={view.cancel}>
          Cancelar
        </Button>
        <Button type="submit" variant="primary" aria-busy={busy}>
          {busy ? 'Verificando…' : 'Activar'}
        </Button>
      </div>
    </form>
  )
}

/** The recovery codes. No later page shows them again. */
function Codes({ view, onDone }: ViewProps & { readonly onDone: () => void }) {
  const { codes } = useSelector(view, (state) => state)
  if (codes === null) return null
  return (
    <div className="grid max-w-form gap-4">
      <Notice icon="warning" tone="warn" lead="Guarde estos códigos ahora: no se mostrarán otra vez.">
        Con uno de ellos puede ingresar si pierde su teléfono o su llave de acceso. Cada código sirve una sola vez. Los
        anteriores ya no sirven.
      </Notice>
      <ol className="grid list-inside list-decimal grid-cols-2 gap-x-6 gap-y-1.5 font-550 wdth-table max-sm:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <CopyButton text={codes.join('\n')} />
        <Button variant="secondary" size="compact" onClick={view.saveCodes}>
          Descargar
        </Button>
        <Button variant="secondary" size="compact" onClick={() => print()}>
          Imprimir
        </Button>
      </div>
      <div>
        <Button
          variant="primary"
          onClick={() => {
            view.finish()
            onDone()
          }}
        >
          Ya los guardé
        </Button>
      </div>
    </div>
  )
}

const ANNOUNCEMENTS = {
  loading: '',
  failed: '',
  ready: '',
  setup: 'Escanee el código y escriba el código de su aplicación.',
  codes: 'Verificación en dos pasos activa. Guarde los códigos de recuperación.',
} as const

interface Props extends ViewProps {
  /** Called when the owner has stored new recovery codes. */
  readonly onDone?: () => void
  readonly children?: ReactNode
}

/** The settings of the second factor (D93), the same for clients and users of entities. */
export function FactorSettings({ view, onDone = () => {}, children }: Props) {
  const { step, status, passkeys } = useSelector(view, (state) => state)
  const region = useRef<HTMLElement>(null)
  const lastStep = useRef(step)
  // The next step replaces the button that had the focus.
  useEffect(() => {
    // A frame later: the dialog of a change returns the focus when it closes.
    if (lastStep.current !== step && lastStep.current !== 'loading')
      requestAnimationFrame(() => region.current?.focus())
    lastStep.current = step
  }, [step])
  const title = step === 'codes' ? 'Códigos de recuperación' : 'Aplicación de autenticación'
  return (
    <div className="mt-6 grid gap-9">
      <p className="sr-only" role="status">
        {ANNOUNCEMENTS[step]}
      </p>
      {step === 'ready' && status !== null && status.factors.length > 0 && <FactorState view={view} status={status} />}
      <Region ref={region} tabIndex={-1} aria-label={title} aria-busy={step === 'loading'}>
        <PanelHead title={title} />
        {step === 'failed' && (
          <Failed title="No pudimos consultar la verificación en dos pasos" text="" onRetry={view.retry} />
        )}
        {step === 'loading' && status === null && <Skeleton width="w-40" height="h-4.5" />}
        {step === 'ready' &&
          status !== null &&
          (status.factors.includes('totp') ? <p className="text-ink-soft">Configurada.</p> : <Begin view={view} />)}
        {step === 'setup' && <Setup view={view} />}
        {step === 'codes' && <Codes view={view} onDone={onDone} />}
      </Region>
      {step === 'ready' && status !== null && passkeys !== null && (
        <PasskeyPanel view={view} status={status} list={passkeys} />
      )}
      {children}
    </div>
  )
}
