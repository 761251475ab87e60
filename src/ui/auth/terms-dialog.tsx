import { useRef } from 'react'
import { type LoginView, TERMS_NOT_SAVED, TERMS_REJECTED, type TermsState } from '#src/application/identity/login.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'

/** Title and text of each clause of the clients' terms. */
const CLAUSES: readonly (readonly [title: string, text: string])[] = [
  [
    '1. Objeto',
    'Estos términos regulan el acceso al servicio de información del mercado de dólar en Colombia: precios, montos, gráficas y estadísticas del par USD/COP.',
  ],
  [
    '2. Uso de la información',
    'La información es para uso propio del usuario registrado. No puede redistribuirse, publicarse ni integrarse en otros sistemas sin autorización escrita.',
  ],
  [
    '3. Cuenta y clave',
    'La cuenta es personal. Solo se permite una sesión activa por usuario. Usted responde por el uso de su clave y debe avisar si sospecha que alguien más la conoce.',
  ],
  [
    '4. Disponibilidad',
    'El servicio opera en los horarios del mercado. Puede haber interrupciones por mantenimiento o por fallas de terceros, que se informarán en cuanto se conozcan.',
  ],
  [
    '5. Alcance',
    'La información publicada no constituye recomendación de inversión. Las decisiones que usted tome son de su exclusiva responsabilidad.',
  ],
  [
    '6. Datos personales',
    'Sus datos se tratan según la política de privacidad y solo para prestar el servicio. Puede conocerlos, corregirlos o pedir que se supriman.',
  ],
  [
    '7. Vigencia',
    'Estos términos rigen desde su aceptación. Si cambian, se le pedirá aceptarlos de nuevo al iniciar sesión.',
  ],
]

/** Ignores Esc and a press outside the dialog: the user has to choose. */
const ignoreClose = () => undefined

/** Makes the text focusable, so that arrow keys can scroll it. */
const KEY_SCROLLING = { tabIndex: 0 }

const Clauses = () => (
  <section
    className="max-h-107 overflow-auto border-y border-line pt-1 pr-3.5 pb-3.5 [scrollbar-width:thin] [scrollbar-color:var(--md-line-strong)_transparent] max-sm:max-h-none"
    aria-label="Texto de los términos"
    {...KEY_SCROLLING}
  >
    {CLAUSES.map(([title, text]) => (
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
      <Clauses />
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
