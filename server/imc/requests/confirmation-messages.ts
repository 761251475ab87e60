import type { Mail } from '#server/delivery/mail.ts'
import type { ImcFailure } from '#server/imc/failures.ts'
import type { ConfirmationDecision } from '#src/domain/imc/requests/confirmations.ts'

export const REQUEST_AWAITS = 'Solicitud creada. Espera la confirmación de otra persona.'

/** Replies to a decision. */
export const DECIDED: Readonly<Record<ConfirmationDecision, string>> = {
  confirmed: 'Solicitud confirmada y enviada.',
  returned: 'Solicitud devuelta.',
  withdrawn: 'Solicitud retirada.',
}

const DECIDED_WORDS: Readonly<Record<ConfirmationDecision, string>> = {
  confirmed: 'confirmó',
  returned: 'devolvió',
  withdrawn: 'retiró',
}

type ConfirmationFailure = Extract<
  ImcFailure,
  { readonly kind: 'not-pending' | 'documents-missing' | 'decided' | 'own-confirmation' | 'others-confirm' }
>

/** Why a request was not confirmed, returned or withdrawn. */
export function confirmationMessage(failure: ConfirmationFailure): string {
  switch (failure.kind) {
    case 'not-pending':
      return 'La solicitud no espera una confirmación.'
    case 'documents-missing':
      return 'Faltan documentos. La solicitud se confirma cuando quien la creó los cargue todos.'
    case 'others-confirm':
      return 'Otro administrador de la entidad puede confirmar esta solicitud. Operaciones solo confirma cuando ya no hay otro.'
    case 'decided':
      return `${failure.by || 'Operaciones'} ya ${DECIDED_WORDS[failure.decision]} esta solicitud.`
    case 'own-confirmation':
      return failure.decision === 'withdrawn'
        ? 'Solo quien creó la solicitud puede retirarla. Usted puede devolverla.'
        : 'Usted creó esta solicitud. La confirma o la devuelve otro administrador; usted puede retirarla.'
  }
}

/** The reason of a request that did not go to the operator, as its timeline shows it. */
export const returnReason = (decision: 'returned' | 'withdrawn', person: string, reason: string): string =>
  decision === 'returned' ? `Devuelta por ${person}: ${reason}` : `Retirada por ${person}.`

interface ConfirmationRequest {
  readonly name: string
  readonly email: string
  readonly creator: string
  readonly reference: string
  readonly url: string
}

/** The mail to an administrator who can confirm a request. */
export const confirmationMail = ({ name, email, creator, reference, url }: ConfirmationRequest): Mail => ({
  to: email,
  subject: `La solicitud ${reference} espera su confirmación`,
  text: [
    `Hola, ${name}:`,
    '',
    `${creator} creó la solicitud ${reference}. Su entidad pide que otra persona la confirme antes de enviarla.`,
    '',
    `Revísela y confírmela o devuélvala en ${url}.`,
    '',
    'Mercado Dólar',
  ].join('\n'),
})
