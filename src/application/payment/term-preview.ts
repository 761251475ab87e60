import { termPreviewText, UNKNOWN_TERM } from '#src/application/payment/checkout-messages.ts'
import type { PaymentPorts } from '#src/application/payment/ports.ts'
import { combine, createState, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps } from '#src/application/platform/resource.ts'
import type { ClientSessionState } from '#src/domain/identity/session.ts'
import type { Plan } from '#src/domain/payment/plans.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

interface TermPreviewDeps extends ResourceDeps {
  readonly payments: Pick<PaymentPorts['payments'], 'previewTerm'>
  readonly clientSession: Readable<ClientSessionState>
}

/** The term of a payment, before it is made. */
export interface TermPreviewState {
  /** Null while it loads. */
  readonly text: string | null
}

/**
 * The dates that a payment of a plan would add (D101). They are read again every minute: at midnight,
 * and when another payment is settled, they change. A visitor gets a sentence without dates.
 */
export function createTermPreview(
  { payments, clientSession, ...deps }: TermPreviewDeps,
  plan: Plan,
): Readable<TermPreviewState> {
  if (clientSession.getSnapshot().session === null) return createState<TermPreviewState>({ text: UNKNOWN_TERM })
  const preview = createResource(deps, {
    load: (signal) => payments.previewTerm(plan.id, signal),
    interval: MINUTE_MS,
  })
  return combine({ preview }, ({ preview: { value, failure } }): TermPreviewState => {
    if (value !== null) return { text: termPreviewText(value) }
    return { text: failure === null ? null : UNKNOWN_TERM }
  })
}
