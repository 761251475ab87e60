import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import type { ActorRefFrom } from 'xstate'

import type { LoginFailure } from '#src/application/identity/log-in.ts'
import { loginFailure, TERMS_NOT_SAVED, TERMS_REJECTED } from '#src/application/identity/login-messages.ts'
import type { createTermsMachine } from '#src/domain/identity/terms-machine.ts'
import { CLAUSES } from '#src/ui/auth/terms-text.ts'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'

/** The running terms dialog of a login. */
export type RunningTerms = ActorRefFrom<ReturnType<typeof createTermsMachine<LoginFailure>>>

/** A choice has to be made: neither Esc nor a press outside closes it. */
const stayOpen = () => undefined

const SCROLLED_BY_KEYS = { tabIndex: 0 }

const Clauses = () => (
  <section className="terms-text" aria-label="Texto de los términos" {...SCROLLED_BY_KEYS}>
    {CLAUSES.map(([title, text]) => (
      <div key={title}>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    ))}
  </section>
)

interface Props {
  readonly terms: RunningTerms
}

/** Accepting lets the client in; rejecting says what it means and starts the page anew (§4, D5). */
export function TermsDialog({ terms }: Props) {
  const snapshot = useSelector(terms, (now) => now)
  const accept = useRef<HTMLButtonElement>(null)
  const posting = snapshot.matches('posting')
  const choosing = snapshot.matches('open') || snapshot.matches('failed')
  const choose = (type: 'ACCEPT' | 'REJECT') => () => terms.send({ type })
  return (
    <Dialog
      title="Términos y condiciones"
      context="Léalos y acéptelos para entrar al tablero."
      size="reader"
      mustChoose
      onClose={stayOpen}
      initialFocus={accept}
      actions={
        <>
          <button type="button" className="btn sec" aria-disabled={!choosing} onClick={choose('REJECT')}>
            Rechazar
          </button>
          <button
            ref={accept}
            type="button"
            className="btn pri"
            aria-busy={posting}
            aria-disabled={!choosing && !posting}
            onClick={choose('ACCEPT')}
          >
            {posting ? 'Guardando…' : 'Aceptar'}
          </button>
        </>
      }
    >
      <Clauses />
      <div className="terms-outcome">
        {snapshot.matches('failed') && (
          <Notice
            icon="warning"
            tone="err"
            lead={TERMS_NOT_SAVED}
            action={
              <button type="button" className="btn sec small" onClick={choose('ACCEPT')}>
                Reintentar
              </button>
            }
          >
            {loginFailure(snapshot.context.failure)}
          </Notice>
        )}
        {(snapshot.matches('rejected') || snapshot.matches('left')) && (
          <Notice icon="warning" tone="err" lead={TERMS_REJECTED} />
        )}
      </div>
    </Dialog>
  )
}
