import { useRef } from 'react'
import { type LoginView, TERMS_NOT_SAVED, TERMS_REJECTED, type TermsState } from '#src/application/identity/login.ts'

import { CLAUSES } from '#src/ui/auth/terms-text.ts'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'

/** Ignores Esc and a press outside the dialog: the user has to choose. */
const ignoreClose = () => undefined

/** Makes the text focusable, so that arrow keys can scroll it. */
const KEY_SCROLLING = { tabIndex: 0 }

const Clauses = () => (
  <section className="terms-text" aria-label="Texto de los términos" {...KEY_SCROLLING}>
    {CLAUSES.map(([title, text]) => (
      <div key={title}>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    ))}
  </section>
)

interface Props {
  readonly view: Pick<LoginView, 'acceptTerms' | 'rejectTerms'>
  readonly terms: TermsState
}

/**
 * The dialog of the terms. Aceptar signs in; Rechazar shows a message and reloads the page (§4,
 * D5).
 */
export function TermsDialog({ view, terms: { status, error } }: Props) {
  const acceptButton = useRef<HTMLButtonElement>(null)
  const isPosting = status === 'posting'
  return (
    <Dialog
      title="Términos y condiciones"
      context="Léalos y acéptelos para entrar al tablero."
      size="reader"
      mustChoose
      onClose={ignoreClose}
      initialFocus={acceptButton}
      actions={
        <>
          <button type="button" className="btn sec" aria-disabled={status !== 'choosing'} onClick={view.rejectTerms}>
            Rechazar
          </button>
          <button
            ref={acceptButton}
            type="button"
            className="btn pri"
            aria-busy={isPosting}
            aria-disabled={status === 'rejected'}
            onClick={view.acceptTerms}
          >
            {isPosting ? 'Guardando…' : 'Aceptar'}
          </button>
        </>
      }
    >
      <Clauses />
      <div className="terms-outcome">
        {error !== null && (
          <Notice
            icon="warning"
            tone="err"
            lead={TERMS_NOT_SAVED}
            action={
              <button type="button" className="btn sec small" onClick={view.acceptTerms}>
                Reintentar
              </button>
            }
          >
            {error}
          </Notice>
        )}
        {status === 'rejected' && <Notice icon="warning" tone="err" lead={TERMS_REJECTED} />}
      </div>
    </Dialog>
  )
}
