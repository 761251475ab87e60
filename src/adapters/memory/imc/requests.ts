import { mailConfirmers } from '#src/adapters/memory/imc/confirmations.ts'
import type { MemoryDocument, MemoryRequest, MemoryUser } from '#src/adapters/memory/imc/entity.ts'
import { findPackage, findProfileName, requiredDocuments } from '#src/adapters/memory/imc/entity.ts'
import type { MemoryEntityService } from '#src/adapters/memory/imc/entity-service.ts'
import {
  asAdministrator,
  asReader,
  conflict,
  getEntity,
  type MemoryImcDeps,
  type MemoryMailDeps,
} from '#src/adapters/memory/imc/session.ts'
import { type ReceiveFile, toFileUrl } from '#src/adapters/memory/imc/uploads.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { AuditGateway, RequestsGateway } from '#src/application/imc/ports.ts'
import { KIND_WORDS, STATUS_WORDS } from '#src/application/imc/requests/requests.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import type { AttachedFile } from '#src/domain/attachment.ts'
import { AUDIT_PAGE_SIZE, type AuditLine, type AuditQuery, matchesAction } from '#src/domain/imc/audit/audit.ts'
import type { GovernanceSettings } from '#src/domain/imc/governance/governance.ts'
import { requirementViolation } from '#src/domain/imc/requests/attachments.ts'
import { hasAllDocuments, needsConfirmation } from '#src/domain/imc/requests/confirmations.ts'
import {
  acceptsDocuments,
  type RequestDetail,
  type RequestKind,
  type RequestReceipt,
  type RequestRow,
  type RequestStatus,
  type SentRequest,
  toOpenStatus,
} from '#src/domain/imc/requests/requests.ts'
import { ok } from '#src/domain/result.ts'
import { foldText } from '#src/domain/text.ts'
import { toDate, toIso } from '#src/domain/time/bogota.ts'

interface MemoryRequestsDeps extends MemoryImcDeps {
  readonly clock: Clock
  readonly receive: ReceiveFile
}

const findName = (imc: MemoryEntityService, userId: string | null) =>
  userId === null ? '' : (imc.findUser(userId)?.name ?? '')

const toReceipt = (request: MemoryRequest | null | undefined): RequestReceipt | null =>
  request ? { id: request.id, reference: request.reference } : null

const toRow = (imc: MemoryEntityService, request: MemoryRequest): RequestRow => ({
  id: request.id,
  reference: request.reference,
  user: findName(imc, request.userId ?? request.administratorId),
  date: toIso(request.steps[0]?.at ?? 0),
  kind: request.kind,
  kindText: KIND_WORDS[request.kind],
  status: request.status,
  statusText: STATUS_WORDS[request.status],
  correction: toReceipt(imc.entity().requests.find(({ correctsId }) => correctsId === request.id)),
})

const toDetail = (imc: MemoryEntityService, request: MemoryRequest): RequestDetail => ({
  ...toRow(imc, request),
  administrator: findName(imc, request.administratorId),
  administratorId: request.administratorId,
  userId: request.userId,
  packageId: request.packageId,
  packageCode: findPackage(request.packageId)?.code ?? '',
  number: request.target?.number ?? '',
  screen: request.target?.screen ?? '',
  profile: findProfileName(request.profileId),
  sourceNumber: request.source?.number ?? '',
  sourceScreen: request.source?.screen ?? '',
  sourceUser: findName(imc, request.sourceUserId),
  quantity: request.quantity,
  price: request.price,
  observations: request.observations,
  corrects: toReceipt(request.correctsId === null ? null : imc.findRequest(request.correctsId)),
  reason: request.reason,
  documents: request.documents.map(({ content: _content, ...document }) => document),
  steps: request.steps.map(({ status, at, detail, person }) => ({
    status,
    statusText: STATUS_WORDS[status],
    date: toIso(at),
    detail,
    person,
  })),
})

/** Why a request takes no document; null if it does. */
function findDocumentRefusal(request: MemoryRequest, caller: MemoryUser): string | null {
  const isUnconfirmed = request.status === 'unconfirmed'
  if (isUnconfirmed && request.administratorId !== caller.id) return NOT_CREATOR
  if (acceptsDocuments(request.status) && !(isUnconfirmed && hasAllDocuments(request))) return null
  return 'La solicitud ya tiene todos sus documentos.'
}

const NOT_CREATOR = 'Mientras espera confirmación, solo quien la creó carga sus archivos.'

/** Links and changes require the documents of a profile. */
const needsDocuments = (kind: RequestKind): boolean => kind !== 'purchase' && kind !== 'release'

interface AddRequestDeps extends MemoryMailDeps {
  readonly imc: MemoryEntityService
  /** The rules that the request follows; those of the entity by default. */
  readonly governance?: GovernanceSettings
}

/**
 * Adds a request with its first steps. It takes over the stored `documents` that it requires, and
 * starts in progress if no document is missing.
 */
export function addRequest(
  { imc, clock, mailbox, governance = imc.entity().governance }: AddRequestDeps,
  caller: MemoryUser,
  request: Pick<MemoryRequest, 'kind' | 'packageId'> & Partial<MemoryRequest>,
): SentRequest {
  const requirements = needsDocuments(request.kind) ? requiredDocuments(request.profileId ?? '') : []
  const documents = requirements.map(
    ({ id, name }): MemoryDocument =>
      request.documents?.find((document) => document.id === id) ?? {
        id,
        name,
        file: null,
        bytes: null,
        uploaded: false,
        content: null,
      },
  )
  const uploaded = documents.filter((document) => document.uploaded).length
  const status = toOpenStatus({ required: documents.length, uploaded })
  const at = clock.now()
  const created = { status: 'created' as const, at, detail: `Por ${caller.name}.`, person: caller.name }
  const inProgress = { status: 'in-progress' as const, at, detail: '', person: '' }
  const detail = `${uploaded} de ${documents.length} cargados.`
  const sent = { status: 'documents' as const, at, detail, person: caller.name }
  const { quantity = null, price = null } = request
  const isUnconfirmed = needsConfirmation(governance, { kind: request.kind, quantity, price })
  const added = imc.addRequest({
    userId: null,
    sourceUserId: null,
    profileId: null,
    quantity: null,
    price: null,
    observations: '',
    reason: '',
    target: null,
    source: null,
    correctsId: null,
    decision: null,
    ...request,
    administratorId: caller.id,
    documents,
    status: isUnconfirmed ? 'unconfirmed' : status,
    steps: isUnconfirmed
      ? [{ ...created, status: 'unconfirmed' }]
      : [created, ...(uploaded > 0 ? [sent] : []), ...(status === 'in-progress' ? [inProgress] : [])],
  })
  if (isUnconfirmed) mailConfirmers({ imc, mailbox }, caller, added)
  const { id, reference } = added
  return { id, reference, ...(isUnconfirmed && { isUnconfirmed }) }
}

/** The requests of the entity in memory, without corrections and confirmations. */
export function createMemoryRequests(deps: MemoryRequestsDeps): Omit<RequestsGateway, 'correct' | 'decide'> {
  const { clock, receive } = deps
  const imc = () => getEntity(deps)
  const { replyWith } = deps.network

  function storeDocument(
    request: MemoryRequest,
    requirementId: string,
    file: AttachedFile,
    content: string,
    caller: MemoryUser,
  ) {
    const upload = { file: file.name, bytes: file.size, uploaded: true, content }
    const documents = request.documents.map((document) =>
      document.id === requirementId ? { ...document, ...upload } : document,
    )
    if (request.status === 'unconfirmed') return imc().changeRequest(request.id, { documents })
    const uploadedCount = documents.filter((document) => document.uploaded).length
    const status = toOpenStatus({ required: documents.length, uploaded: uploadedCount })
    const openStatuses: readonly RequestStatus[] = ['documents', 'in-progress']
    const reachedStatuses = openStatuses.slice(0, openStatuses.indexOf(status) + 1)
    const newStatuses = reachedStatuses.filter((name) => !request.steps.some((step) => step.status === name))
    const detail = `${uploadedCount} de ${documents.length} cargados.`
    const newSteps = newStatuses.map((name) => ({
      status: name,
      at: clock.now(),
      detail: '',
      person: name === 'documents' ? caller.name : '',
    }))
    const steps = [...request.steps, ...newSteps].map((step) =>
      step.status === 'documents' ? { ...step, detail } : step,
    )
    imc().changeRequest(request.id, { documents, status, steps })
  }

  function receiveDocument(
    requestId: string,
    requirementId: string,
    file: AttachedFile,
    content: string,
    caller: MemoryUser,
  ) {
    const request = imc().findRequest(requestId)
    if (!request?.documents.some(({ id }) => id === requirementId)) return rejectWith(404)
    if (requirementViolation(file) !== null) return rejectWith(400)
    const refusal = findDocumentRefusal(request, caller)
    if (refusal !== null) return conflict(refusal)
    storeDocument(request, requirementId, file, content, caller)
    imc().addAuditLine(caller.name, 'document-uploaded', requestId)
    return ok(undefined)
  }

  return {
    list: (signal) =>
      replyWith(signal, () =>
        asReader(deps, () =>
          ok(
            imc()
              .entity()
              .requests.map((request) => toRow(imc(), request)),
          ),
        ),
      ),

    detail: (id, signal) =>
      replyWith(signal, () =>
        asReader(deps, () => {
          const request = imc().findRequest(id)
          return request ? ok(toDetail(imc(), request)) : rejectWith(404)
        }),
      ),

    upload: (requestId, requirementId, file, options) =>
      receive(file, options, ({ content }) =>
        asAdministrator(deps, (caller) => receiveDocument(requestId, requirementId, file, content, caller)),
      ),

    documentUrl(requestId, requirementId) {
      const document = imc()
        .findRequest(requestId)
        ?.documents.find(({ id }) => id === requirementId)
      const { file = null, content = null, name = '' } = document ?? {}
      return toFileUrl(file === null || content === null ? null : { name: file, content }, name)
    },
  }
}

function isMatch({ at, person, action }: AuditLine, query: AuditQuery): boolean {
  const day = toDate(at ?? 0)
  return (
    foldText(person).includes(foldText(query.person.trim())) &&
    matchesAction(query, action) &&
    (query.from === null || day >= query.from) &&
    (query.until === null || day <= query.until)
  )
}

/** The audit log of the entity in memory. */
export const createMemoryAudit = (deps: MemoryImcDeps): AuditGateway => ({
  page: (query, signal) =>
    deps.network.replyWith(signal, () =>
      asAdministrator(deps, () => {
        const matches = getEntity(deps)
          .entity()
          .audit.filter((line) => isMatch(line, query))
        const start = query.after === null ? 0 : matches.findIndex(({ id }) => id === query.after) + 1
        const lines = matches.slice(start, start + AUDIT_PAGE_SIZE)
        const isLast = start + lines.length >= matches.length
        return ok({ lines, next: isLast ? null : (lines.at(-1)?.id ?? null) })
      }),
    ),
})
