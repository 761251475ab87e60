import { actionFailureMessage } from '#src/application/imc/messages.ts'
import type { RequestsGateway } from '#src/application/imc/ports.ts'
import type { InterruptedWork } from '#src/application/imc/session/interrupted-work.ts'
import { createCaller, createFlow, type FlowDeps, runWhile } from '#src/application/platform/flow.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import { type Readable, withWork } from '#src/application/platform/readable.ts'
import {
  type AskedDecision,
  confirmationMachine,
  type ReasonViolation,
  reasonViolation,
} from '#src/domain/imc/requests/confirmation-machine.ts'
import {
  type ConfirmationDecision,
  hasAllDocuments,
  MAX_RETURN_REASON_LENGTH,
  offeredDecisions,
} from '#src/domain/imc/requests/confirmations.ts'
import type { RequestDetail } from '#src/domain/imc/requests/requests.ts'

export const CONFIRM = 'Confirmar'
export const RETURN = 'Devolver'
export const WITHDRAW = 'Retirar'
export const REASON = 'Motivo'
export const NOT_DECIDED = 'No se pudo decidir la solicitud.'

const DONE: Readonly<Record<ConfirmationDecision, string>> = {
  confirmed: 'Solicitud confirmada y enviada.',
  returned: 'Solicitud devuelta.',
  withdrawn: 'Solicitud retirada.',
}

const REASON_ERRORS: Readonly<Record<ReasonViolation, string>> = {
  required: 'Escriba por qué la devuelve',
  length: `El motivo admite máximo ${MAX_RETURN_REASON_LENGTH} caracteres`,
}

/** The texts of the dialogs. */
export const DECISION_DIALOGS: Readonly<
  Record<AskedDecision, { readonly title: string; readonly text: string; readonly action: string }>
> = {
  returned: {
    title: '¿Devolver la solicitud?',
    text: 'No se envía y la pantalla vuelve a su estatus anterior. Quien la creó ve el motivo y puede corregirla.',
    action: 'Devolver solicitud',
  },
  withdrawn: {
    title: '¿Retirar la solicitud?',
    text: 'No se envía y la pantalla vuelve a su estatus anterior. Puede corregirla y reenviarla después.',
    action: 'Retirar solicitud',
  },
}

/** What the panel of an unconfirmed request says, and what the user can do. */
export interface ConfirmationOffer {
  readonly lead: string
  readonly rest: string
  readonly decisions: readonly ConfirmationDecision[]
}

/** What a user reads and can do about a request that waits; null for another request. */
export function toConfirmationOffer(
  detail: RequestDetail,
  { userId, canWrite }: { readonly userId: string; readonly canWrite: boolean },
): ConfirmationOffer | null {
  if (detail.status !== 'unconfirmed') return null
  const rest = hasAllDocuments(detail) ? '' : 'Se confirma cuando tenga todos sus documentos.'
  const decisions = canWrite ? offeredDecisions(detail, userId) : []
  if (!decisions.includes('confirmed')) return { lead: 'Espera la confirmación de otra persona.', rest, decisions }
  const lead = `${detail.administrator} la creó y espera su confirmación.`
  return { lead, rest, decisions: hasAllDocuments(detail) ? decisions : ['returned'] }
}

export interface ConfirmationDialogState {
  readonly decision: AskedDecision
  /** A new number each time the dialog opens. */
  readonly opening: number
  readonly reason: string
  readonly reasonError: string | null
  readonly busy: boolean
  /** Why the last attempt failed. */
  readonly failure: string | null
}

export interface ConfirmationState {
  /** The request of the last decision; '' before one. */
  readonly requestId: string
  readonly dialog: ConfirmationDialogState | null
  readonly confirming: boolean
  /** Why 'Confirmar' failed. */
  readonly failure: string | null
}

/** The decisions on requests that wait for a second person (D106). */
export interface ConfirmationView extends Readable<ConfirmationState> {
  /** Confirms the request, or opens the dialog of the other decisions. */
  decide(requestId: string, decision: ConfirmationDecision): void
  write(reason: string): void
  submit(): void
  close(): void
}

interface ConfirmationDeps extends FlowDeps {
  readonly requests: Pick<RequestsGateway, 'decide'>
  readonly toasts: Pick<Toasts, 'show'>
  readonly work: Pick<InterruptedWork, 'find' | 'registerForm'>
}

/** `onReply` is called when the loaded requests may be outdated, also after a failure. */
export function createConfirmationView(deps: ConfirmationDeps, onReply: () => void): ConfirmationView {
  const { requests, toasts, work } = deps
  const call = createCaller(deps)
  const machine = confirmationMachine.provide({
    // Without the signal: the decision also ends when the user leaves the page.
    actors: { decide: call(({ requestId, ...decision }) => requests.decide(requestId, decision)) },
    actions: {
      notifyReply({ context: { decision } }, answer) {
        if (answer.ok && decision !== null) toasts.show(DONE[decision])
        onReply()
      },
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    // Found until the open dialog is registered.
    input: () => ({ draft: work.find('return') }),
    select(state): ConfirmationState {
      const { requestId, decision, reason, showsError, openings, failure } = state.context
      const text = failure && actionFailureMessage(failure)
      const busy = state.matches('sending')
      if (state.matches('idle') || decision === null || decision === 'confirmed') {
        return { requestId, dialog: null, confirming: busy, failure: decision === 'confirmed' ? text : null }
      }
      const violation = showsError ? reasonViolation(reason) : null
      return {
        requestId,
        dialog: {
          decision,
          opening: openings,
          reason,
          reasonError: violation && REASON_ERRORS[violation],
          busy,
          failure: text,
        },
        confirming: false,
        failure: null,
      }
    },
  })
  const isBusy = ({ dialog, confirming }: ConfirmationState) => confirming || dialog?.busy === true

  function readDraft() {
    const { requestId, dialog } = flow.getSnapshot()
    return { kind: 'return' as const, requestId, reason: dialog?.reason ?? '' }
  }

  /** Registers the reason while its dialog is open: it is saved when the session ends. */
  function start() {
    let unregister: (() => void) | null = null
    function register() {
      const isOpen = flow.getSnapshot().dialog?.decision === 'returned'
      if (isOpen) unregister ??= work.registerForm(readDraft)
      else {
        unregister?.()
        unregister = null
      }
    }
    const { unsubscribe } = flow.subscribe(register)
    register()
    return () => {
      unsubscribe()
      unregister?.()
    }
  }

  return {
    ...withWork(flow, start),
    decide(requestId, decision) {
      flow.send(decision === 'confirmed' ? { type: 'CONFIRM', requestId } : { type: 'ASK', requestId, decision })
      runWhile(flow, isBusy)
    },
    write: (reason) => flow.send({ type: 'WRITE', reason }),
    submit() {
      flow.send({ type: 'SUBMIT' })
      runWhile(flow, isBusy)
    },
    close: () => flow.send({ type: 'CLOSE' }),
  }
}
