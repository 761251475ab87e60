import { useRef } from 'react'
import { type LoginView, TERMS_NOT_SAVED, TERMS_REJECTED, type TermsState } from '#src/application/identity/login.ts'
import { DEFAULT_TERMS, termsVersionText } from '#src/application/identity/terms.ts'
import type { Terms } from '#src/application/portal-config.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { useConfig } from '#src/ui/portal/config-context.tsx'

/** Ignores Esc and a press outside the dialog: the user has to choose. */
const ignoreClose = () => undefined

/** Makes the text focusable, so that arrow keys can scroll it. */
const KEY_SCROLLING = { tabIndex: 0 }

const Clauses = ({ clauses }: Pick<Terms, 'clauses'>) => (
  <section
    className="max-h-107 overflow-auto border-y border-line pt-1 pr-3.5 pb-3.5 [scrollbar-width:thin] [scrollbar-color:var(--md-line-strong)_transparent] max-sm:max-h-none"
    aria-label="Texto de los términos"
    {...KEY_SCROLLING}
  >
    {clauses.map(({ title, text }) => (
      <div key={title}>
        <h3 className="mt-4">{title}</h3>
        <p className="mt-0.5 text-ink-soft">{text}</p>
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
  const text = useConfig().terms ?? DEFAULT_TERMS
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
          <Button variant="secondary" aria-disabled={status !== 'choosing'} onClick={view.rejectTerms}>
            Rechazar
          </Button>
          <Button
            ref={acceptButton}
            variant="primary"
            aria-busy={isPosting}
            aria-disabled={status === 'rejected'}
            onClick={view.acceptTerms}
          >
            {isPosting ? 'Guardando…' : 'Aceptar'}
          </Button>
        </>
      }
    >
      <Clauses clauses={text.clauses} />
      <p className="mt-2 text-xs text-muted">{termsVersionText(text)}</p>
      <div className="not-empty:mt-3">
        {error !== null && (
          <Notice
            icon="warning"
            tone="err"
            lead={TERMS_NOT_SAVED}
            action={
              <Button variant="secondary" size="small" onClick={view.acceptTerms}>
                Reintentar
              </Button>
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
