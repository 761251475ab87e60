import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import type { LinkProblem } from '#src/application/identity/link-notice.ts'
import { type NewPasswordView, PASSWORD_CHANGED } from '#src/application/identity/password.ts'
import type { RecoveryTokens } from '#src/application/identity/ports.ts'
import { LINK_NOT_CHECKED } from '#src/application/identity/recovery.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { APOLOGY } from '#src/application/platform/apology.ts'
import { Frame } from '#src/ui/auth/frame.tsx'
import { NewPasswordForm } from '#src/ui/auth/new-password-form.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import { useIdentity } from '#src/ui/auth/use-identity.ts'
import { Button, buttonClass } from '#src/ui/parts/button.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import type { ScreenProps } from '#src/ui/shell/lazy-screen.tsx'

/** Texts of the page that a mailed link opens: a reset or a first password (D79). */
interface LinkTexts {
  readonly title: string
  readonly intro: string
  readonly success: { readonly title: string; readonly intro: string; readonly rest: string }
  readonly problems: Readonly<Record<'incomplete' | 'refused', LinkProblem>>
}

const RESET_TEXTS: LinkTexts = {
  title: 'Defina una contraseña nueva',
  intro: 'El enlace es válido. Al guardarla podrá iniciar sesión.',
  success: {
    title: 'Contraseña actualizada',
    intro: 'Las sesiones anteriores quedaron cerradas.',
    rest: 'Ya puede entrar con la contraseña nueva.',
  },
  problems: { incomplete: 'incomplete', refused: 'refused' },
}

const INVITATION_TEXTS: LinkTexts = {
  title: 'Elija su contraseña',
  intro: 'Su invitación es válida. Al guardar la contraseña podrá iniciar sesión.',
  success: {
    title: 'Su cuenta está lista',
    intro: 'Su contraseña quedó guardada.',
    rest: 'Entre con el usuario que está en el correo de la invitación.',
  },
  problems: { incomplete: 'invitation-incomplete', refused: 'invitation-refused' },
}

/** Returns both tokens of the link (§2.3); null if a token is missing. */
function parseTokens(search: string): RecoveryTokens | null {
  const parameters = new URLSearchParams(search)
  const [token, token2] = [parameters.get('token'), parameters.get('token2')]
  return token && token2 ? { token, token2 } : null
}

interface TextsProps {
  readonly texts: LinkTexts
}

function ResetForm({ view, texts }: TextsProps & { readonly view: NewPasswordView }) {
  const { changed } = useSelector(view, (state) => state)
  if (changed) return <PasswordChanged texts={texts} />
  return (
    <NewPasswordForm
      title={texts.title}
      intro={texts.intro}
      view={view}
      isFirst={texts === INVITATION_TEXTS}
      footer={<Link href={SCREENS.login.path}>Volver a iniciar sesión</Link>}
    />
  )
}

const PasswordChanged = ({ texts: { success } }: TextsProps) => (
  <Frame title={success.title} intro={success.intro} aside={null}>
    <div className="mt-5.5">
      <ResultNotice
        icon="check"
        tone="ok"
        lead={PASSWORD_CHANGED}
        action={
          <Link className={buttonClass({ variant: 'secondary', size: 'small' })} href={SCREENS.login.path}>
            Iniciar sesión
          </Link>
        }
      >
        {success.rest}
      </ResultNotice>
    </div>
  </Frame>
)

const LinkCheckSkeleton = ({ texts }: TextsProps) => (
  <Frame title={texts.title} intro="Comprobamos su enlace." aside={null}>
    <div className="mt-5.5 grid gap-3" aria-busy="true">
      <Skeleton width="w-40" height="h-4.5" />
      <Skeleton width="w-full" height="h-7" />
      <Skeleton width="w-40" height="h-4.5" />
      <Skeleton width="w-full" height="h-7" />
    </div>
  </Frame>
)

const LinkCheckFailure = ({ texts, onRetry }: TextsProps & { readonly onRetry: () => void }) => (
  <Frame title={texts.title} intro="Comprobamos su enlace." aside={null}>
    <div className="mt-5.5">
      <ResultNotice
        icon="warning"
        tone="err"
        lead={APOLOGY}
        action={
          <Button variant="secondary" size="small" onClick={onRetry}>
            Reintentar
          </Button>
        }
      >
        {LINK_NOT_CHECKED}
      </ResultNotice>
    </div>
  </Frame>
)

/** Redirects to the home, where a notice explains the problem (§4, D70). */
function InvalidLink({ problem }: { readonly problem: LinkProblem }) {
  const { linkNotice } = usePortal()
  useEffect(() => linkNotice.show(problem), [linkNotice, problem])
  return <Redirect to={SCREENS.home.path} replace />
}

/** Checks the link. A refused link redirects to the home; a failed check does not (D40). */
function LinkCheck({ tokens, texts }: TextsProps & { readonly tokens: RecoveryTokens }) {
  const { createResetView } = useIdentity()
  const [view] = useState(() => createResetView(tokens))
  const { step } = useSelector(view, (state) => state)
  switch (step) {
    case 'checking':
      return <LinkCheckSkeleton texts={texts} />
    case 'check-failed':
      return <LinkCheckFailure texts={texts} onRetry={view.retry} />
    case 'refused':
      return <InvalidLink problem={texts.problems.refused} />
    case 'form':
      return <ResetForm view={view.newPassword} texts={texts} />
  }
}

/** The page of a reset link or an invitation. It first removes the tokens from the address. */
export function ResetPassword({ screen }: ScreenProps) {
  const texts = screen === 'invitation' ? INVITATION_TEXTS : RESET_TEXTS
  const search = useSearch()
  const [location, navigate] = useLocation()
  const [tokens] = useState(() => parseTokens(search))
  useEffect(() => {
    if (tokens && search !== '') navigate(location, { replace: true })
  }, [tokens, search, location, navigate])
  if (!tokens) return <InvalidLink problem={texts.problems.incomplete} />
  return search === '' ? <LinkCheck tokens={tokens} texts={texts} /> : <LinkCheckSkeleton texts={texts} />
}
