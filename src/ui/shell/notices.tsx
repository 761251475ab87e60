import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { LINK_PROBLEMS, NEW_LINK } from '#src/application/identity/link-notice.ts'
import { SESSION_EXPIRED, sessionRefusalAdvice, sessionRefusedText } from '#src/application/identity/session.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { Button, buttonClass } from '#src/ui/parts/button.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import type { SessionView } from '#src/ui/portal/use-session.ts'

interface AreaProps {
  readonly name?: string
  readonly children: ReactNode
}

/** The region of a notice above the screen, by default of a notice about the session. */
export const NoticeArea = ({ name = 'Aviso de sesión', children }: AreaProps) => (
  <section className="page pt-4" aria-label={name}>
    {children}
  </section>
)

interface Props extends Pick<SessionView, 'end' | 'refusal'> {
  readonly onClose: () => void
}

const CloseButton = ({ onClose }: Pick<Props, 'onClose'>) => (
  <Button variant="secondary" size="small" onClick={onClose}>
    Cerrar
  </Button>
)

/** The notice of an ended session. It is visible until the user closes it. */
export function SessionNotice({ end, refusal, onClose }: Props) {
  if (refusal === null && end !== 'expired') return null
  return (
    <NoticeArea>
      {refusal === null ? (
        <Notice icon="clock" tone="warn" lead={SESSION_EXPIRED} action={<CloseButton onClose={onClose} />} />
      ) : (
        <Notice
          icon="exit"
          tone="warn"
          lead={sessionRefusedText(refusal)}
          action={
            <>
              <Link className={buttonClass({ variant: 'secondary', size: 'small' })} href={SCREENS.login.path}>
                Iniciar sesión
              </Link>
              <CloseButton onClose={onClose} />
            </>
          }
        >
          {sessionRefusalAdvice(refusal)}
        </Notice>
      )}
    </NoticeArea>
  )
}

/** Explains why a reset link or an invitation led to the home, and offers a reset link (D70). */
export function LinkNotice() {
  const { linkNotice } = usePortal()
  const problem = useSelector(linkNotice, (state) => state.problem)
  if (problem === null) return null
  const { lead, rest } = LINK_PROBLEMS[problem]
  return (
    <NoticeArea name="Aviso del enlace">
      <Notice
        icon="warning"
        tone="warn"
        lead={lead}
        action={
          <>
            <Link
              className={buttonClass({ variant: 'secondary', size: 'small' })}
              href={SCREENS.forgottenPassword.path}
              onClick={linkNotice.dismiss}
            >
              {NEW_LINK}
            </Link>
            <Button variant="secondary" size="small" onClick={linkNotice.dismiss}>
              Cerrar
            </Button>
          </>
        }
      >
        {rest}
      </Notice>
    </NoticeArea>
  )
}
