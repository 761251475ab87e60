import type { MemoryEntity, MemoryRequest, MemoryUser } from '#src/adapters/memory/imc/entity.ts'
import {
  asAdministrator,
  conflict,
  getEntity,
  type MemoryImcDeps,
  type MemoryMailDeps,
} from '#src/adapters/memory/imc/session.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { RequestsGateway } from '#src/application/imc/ports.ts'
import { toRequestAddress } from '#src/application/navigation/query.ts'
import type { CallFailure } from '#src/domain/call.ts'
import {
  type ConfirmationDecision,
  hasAllDocuments,
  MAX_RETURN_REASON_LENGTH,
  mayDecide,
  type RequestDecision,
} from '#src/domain/imc/requests/confirmations.ts'
import { ok, type Result } from '#src/domain/result.ts'

type Reply = Result<void, CallFailure>

const NOT_PENDING = 'La solicitud no espera una confirmación.'
const MISSING = 'Faltan documentos. La solicitud se confirma cuando quien la creó los cargue todos.'
const OWN = 'Usted creó esta solicitud. La confirma o la devuelve otro administrador; usted puede retirarla.'
const NOT_OWN = 'Solo quien creó la solicitud puede retirarla. Usted puede devolverla.'

const ACTIONS = {
  confirmed: 'request-confirmed',
  returned: 'request-returned',
  withdrawn: 'request-withdrawn',
} as const

const WORDS: Readonly<Record<ConfirmationDecision, string>> = {
  confirmed: 'confirmó',
  returned: 'devolvió',
  withdrawn: 'retiró',
}

/** The administrators who can sign in, and therefore confirm (D106). */
export const listSigners = ({ users }: MemoryEntity): readonly MemoryUser[] =>
  users.filter(
    ({ role, active, contractPending, password }) =>
      role === 'administrator' && active && !contractPending && password !== null,
  )

/** Mails everybody who can confirm a new request, which the creator cannot. */
export function mailConfirmers(
  { imc, mailbox }: { readonly imc: { entity(): MemoryEntity } } & Pick<MemoryMailDeps, 'mailbox'>,
  creator: MemoryUser,
  { id, reference }: Pick<MemoryRequest, 'id' | 'reference'>,
): void {
  for (const { id: userId, name, email } of listSigners(imc.entity())) {
    if (userId === creator.id || email === '') continue
    mailbox.send({
      to: email,
      subject: `La solicitud ${reference} espera su confirmación`,
      text: [
        `Hola, ${name}:`,
        `${creator.name} creó la solicitud ${reference}. Su entidad pide que otra persona la confirme antes de enviarla.`,
        'Mercado Dólar',
      ].join('\n\n'),
      link: toRequestAddress(id),
    })
  }
}

/** Only a returned request has a reason. */
const hasValidReason = ({ decision, reason }: RequestDecision) =>
  decision !== 'returned' || (reason !== '' && reason.length <= MAX_RETURN_REASON_LENGTH)

/** Decides requests that wait for a second person (D106). */
export function createMemoryConfirmations(
  deps: MemoryImcDeps & Pick<MemoryMailDeps, 'clock'>,
): RequestsGateway['decide'] {
  const imc = () => getEntity(deps)

  /** The steps of a confirmed request, which has all its documents. */
  function confirm(request: MemoryRequest, caller: MemoryUser) {
    const at = deps.clock.now()
    const count = request.documents.length
    const documents = { status: 'documents' as const, at, detail: `${count} de ${count} cargados.`, person: '' }
    imc().changeRequest(request.id, {
      status: 'in-progress',
      steps: [
        ...request.steps,
        { status: 'created', at, detail: `Por ${caller.name}.`, person: caller.name },
        ...(count > 0 ? [documents] : []),
        { status: 'in-progress', at, detail: '', person: '' },
      ],
    })
  }

  /** The reply about a request that waits no longer; the same decision again succeeds. */
  function replyDecided(earlier: MemoryRequest['decision'], decision: ConfirmationDecision, caller: MemoryUser): Reply {
    if (earlier === null) return conflict(NOT_PENDING)
    const { kind, userId } = earlier
    if (kind === decision && userId === caller.id) return ok(undefined)
    return conflict(`${imc().findUser(userId)?.name ?? 'Operaciones'} ya ${WORDS[kind]} esta solicitud.`)
  }

  function findRefusal(request: MemoryRequest, { decision }: RequestDecision, caller: MemoryUser): Reply | null {
    if (request.status !== 'unconfirmed') return replyDecided(request.decision, decision, caller)
    if (!mayDecide(decision, request.administratorId === caller.id)) {
      return conflict(decision === 'withdrawn' ? NOT_OWN : OWN)
    }
    return decision === 'confirmed' && !hasAllDocuments(request) ? conflict(MISSING) : null
  }

  function record(request: MemoryRequest, { decision, reason }: RequestDecision, caller: MemoryUser): Reply {
    const { id } = request
    imc().changeRequest(id, { decision: { kind: decision, userId: caller.id } })
    if (decision === 'confirmed') confirm(request, caller)
    else if (decision === 'returned') imc().refuse(id, `Devuelta por ${caller.name}: ${reason}`, caller.name)
    else imc().refuse(id, `Retirada por ${caller.name}.`, caller.name)
    imc().addAuditLine(caller.name, ACTIONS[decision], id, reason === '' ? {} : { after: { Motivo: reason } })
    return ok(undefined)
  }

  function decide(id: string, decision: RequestDecision, caller: MemoryUser): Reply {
    const request = imc().findRequest(id)
    if (request === null) return rejectWith(404)
    if (!hasValidReason(decision)) return rejectWith(400)
    return findRefusal(request, decision, caller) ?? record(request, decision, caller)
  }

  return (id, { decision, reason }, signal) =>
    deps.network.replyWith(signal, () =>
      asAdministrator(deps, (caller) => decide(id, { decision, reason: reason.trim() }, caller)),
    )
}
