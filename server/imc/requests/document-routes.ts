import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import type { DocumentOwner, StoredDocument } from '#server/documents/document-store.ts'
import type { Documents, RecordUpload, UploadFailure } from '#server/documents/documents.ts'
import { sendDocument } from '#server/documents/send-document.ts'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { FILE_TIMEOUT_MS } from '#server/http/handler-timeout.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { FILE_REPLY, replies, TAGS } from '#server/http/route-schema.ts'
import { acceptUploads, isUploadTooLong, withUploadedFile } from '#server/http/uploaded-file.ts'
import { findRequestOwnership, findUserOwnership, type Ownership } from '#server/imc/entity-store.ts'
import { toMissing } from '#server/imc/failures.ts'
import { sendFailure } from '#server/imc/imc-replies.ts'
import {
  type DocumentRefusal,
  findDocumentRefusal,
  recordDocument,
} from '#server/imc/requests/request-documents-store.ts'
import { type EntityUser, type EntryValues, getEntityUser } from '#server/imc/session/actor.ts'
import { clearContractPending, findUser } from '#server/imc/users/user-store.ts'
import { imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { type DocumentReply, documentReply } from '#src/adapters/http/contract/imc/requests.ts'
import { REQUEST_STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import type { AuditAction } from '#src/domain/imc/audit/audit.ts'
import { CONTRACT_EXTENSIONS, REQUIREMENT_EXTENSIONS } from '#src/domain/imc/requests/attachments.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface DocumentRoutesDeps {
  readonly database: Database
  readonly documents: Documents
  /** The real clock. */
  readonly now: () => Instant
}

const UPLOAD_LIMIT = 'Un archivo de hasta 512.000 bytes en el campo fupload'

type UserRoute = { Params: { id: string } }
type RequirementRoute = { Params: { id: string; requisito: string } }

/** Refuses a foreign or unknown item. Returns true when it has sent the refusal. */
function refuseItem(reply: FastifyReply, ownership: Ownership, item: 'user' | 'request'): boolean {
  if (ownership === 'own') return false
  sendFailure(reply, toMissing(ownership, item))
  return true
}

const refuse = (reply: FastifyReply, { status, message }: UploadReply) => reply.code(status).send({ message })

const toOwner = (user: EntityUser, { id, requisito }: RequirementRoute['Params']): DocumentOwner => ({
  kind: 'requirement',
  entityId: user.entityId,
  requestId: id,
  requirementId: requisito,
})

/** Adds the routes that upload and download documents (§7.2, D28, D29). */
export async function registerDocumentRoutes(app: FastifyInstance, deps: DocumentRoutesDeps): Promise<void> {
  const { database, documents, now } = deps
  const { db } = database

  const toDocumentEntry = (request: FastifyRequest, action: AuditAction, document: StoredDocument): AuditEntry => {
    const user = getEntityUser(request)
    const { owner, fileName, bytes, sha256 } = document
    return {
      ...toAuditStamp(request, now()),
      realm: 'imc',
      subjectId: user.id,
      subjectName: user.name,
      entityId: user.entityId,
      action,
      target: owner.kind === 'contract' ? owner.userId : owner.requestId,
      after: { file: fileName, bytes: String(bytes), sha256 } satisfies EntryValues,
    }
  }

  /** Stores the uploaded file. `record` writes in the same transaction. */
  async function upload<T, E>(
    request: FastifyRequest,
    owner: DocumentOwner,
    extensions: readonly string[],
    record: RecordUpload<T, E>,
  ): Promise<Result<T, UploadRefusal | E>> {
    if (isUploadTooLong(request)) return err('too-large')
    const uploadedBy = getEntityUser(request).id
    const result = await withUploadedFile<Result<T, UploadFailure | E>>(request, (file) =>
      documents.upload({ ...file, extensions, owner, uploadedBy }, record),
    )
    return result ?? err('no-file')
  }

  async function uploadContract(request: FastifyRequest<UserRoute>, reply: FastifyReply) {
    const user = getEntityUser(request)
    const { id } = request.params
    if (refuseItem(reply, await findUserOwnership(db, user.entityId, id), 'user')) return reply
    const contractUser = await findUser(db, user.entityId, id)
    if (contractUser?.role !== 'administrator') return reply.code(409).send({ message: NO_CONTRACT })
    const owner = { kind: 'contract', entityId: user.entityId, userId: id } as const
    const result = await upload<null, never>(request, owner, CONTRACT_EXTENSIONS, async (tx, document) => {
      await clearContractPending(tx, user.entityId, id, { at: document.uploadedAt, by: user.name })
      await recordAudit(tx, toDocumentEntry(request, 'contract-uploaded', document))
      return ok(null)
    })
    if (!result.ok) return refuse(reply, CONTRACT_REFUSALS[result.error])
    return reply.send({ message: CONTRACT_UPLOADED })
  }

  async function uploadDocument(request: FastifyRequest<RequirementRoute>, reply: FastifyReply) {
    const user = getEntityUser(request)
    const { id, requisito } = request.params
    if (refuseItem(reply, await findRequestOwnership(db, user.entityId, id), 'request')) return reply
    // Refuse before the file is received. The transaction repeats the check.
    const refusal = await findDocumentRefusal(db, user.entityId, {
      requestId: id,
      requirementId: requisito,
      userId: user.id,
    })
    if (refusal !== null) return refuse(reply, REQUEST_REFUSALS[refusal])
    const result = await upload(
      request,
      toOwner(user, request.params),
      REQUIREMENT_EXTENSIONS,
      async (tx, document) => {
        const documentUpload = { requestId: id, requirementId: requisito, at: document.uploadedAt, uploader: user }
        const progress = await recordDocument(tx, user.entityId, documentUpload)
        if (progress.ok) await recordAudit(tx, toDocumentEntry(request, 'document-uploaded', document))
        return progress
      },
    )
    if (result.ok) {
      const { status, pending } = result.value
      return reply.send({
        data: { requisito_id: requisito, estatus: REQUEST_STATUS_WORDS[status], pendientes: pending },
        message: DOCUMENT_UPLOADED,
      } satisfies DocumentReply)
    }
    const { error } = result
    return refuse(reply, { ...DOCUMENT_REFUSALS, ...REQUEST_REFUSALS }[error])
  }

  async function downloadDocument(request: FastifyRequest<RequirementRoute>, reply: FastifyReply) {
    const user = getEntityUser(request)
    if (refuseItem(reply, await findRequestOwnership(db, user.entityId, request.params.id), 'request')) return reply
    return sendDocument(reply, documents, await documents.find(toOwner(user, request.params)))
  }

  async function downloadContract(request: FastifyRequest<UserRoute>, reply: FastifyReply) {
    const user = getEntityUser(request)
    const { id } = request.params
    if (refuseItem(reply, await findUserOwnership(db, user.entityId, id), 'user')) return reply
    const contract = await documents.find({ kind: 'contract', entityId: user.entityId, userId: id })
    if (contract !== null) await recordAudit(db, toDocumentEntry(request, 'contract-downloaded', contract))
    return sendDocument(reply, documents, contract)
  }

  const documentPath = toRoutePath(imcPaths.document(':id', ':requisito'))
  const contractPath = toRoutePath(imcPaths.contract(':id'))
  const download = { replyHeaders: ['Content-Disposition'] } as const
  const handlerTimeout = FILE_TIMEOUT_MS
  app.get<RequirementRoute>(
    documentPath,
    {
      config: { ...download, access: 'entityReader' },
      handlerTimeout,
      schema: {
        tags: [TAGS.entityRequests],
        summary: 'Descarga un documento',
        response: replies(FILE_REPLY, 404, 503),
      },
    },
    downloadDocument,
  )
  // Downloads of contracts are audited because contracts contain personal data.
  app.get<UserRoute>(
    contractPath,
    {
      config: { ...download, access: 'entityAdministrator' },
      handlerTimeout,
      schema: {
        tags: [TAGS.entityUsers],
        summary: 'Descarga el contrato de un administrador',
        response: replies(FILE_REPLY, 404, 503),
      },
    },
    downloadContract,
  )
  await app.register(async (scope) => {
    await acceptUploads(scope)
    const upload = { consumes: ['multipart/form-data'], 'x-limit': UPLOAD_LIMIT }
    scope.post<UserRoute>(
      contractPath,
      {
        config: { access: 'entityAdministrator' },
        handlerTimeout,
        schema: {
          ...upload,
          tags: [TAGS.entityUsers],
          summary: 'Carga el contrato de un administrador',
          response: replies(doneReply, 404, 409, 413, 415, 503),
        },
      },
      uploadContract,
    )
    scope.post<RequirementRoute>(
      documentPath,
      {
        config: { access: 'entityAdministrator' },
        handlerTimeout,
        schema: {
          ...upload,
          tags: [TAGS.entityRequests],
          summary: 'Carga un documento',
          response: replies(documentReply, 404, 409, 413, 415, 503),
        },
      },
      uploadDocument,
    )
  })
}

const CONTRACT_UPLOADED = 'Contrato cargado.'
const DOCUMENT_UPLOADED = 'Archivo cargado.'
const NO_CONTRACT = 'Solo los administradores tienen contrato.'
/** Why a request takes no document. */
const REQUEST_REFUSALS: Readonly<Record<DocumentRefusal, UploadReply>> = {
  'unknown-requirement': { status: 404, message: 'El requisito no existe en esta solicitud.' },
  closed: { status: 409, message: 'La solicitud ya tiene todos sus archivos y no recibe otros.' },
  'not-creator': { status: 409, message: 'Mientras espera confirmación, solo quien la creó carga sus archivos.' },
}

/** Reasons an upload is refused: the form has no file, or the file is not accepted. */
type UploadRefusal = UploadFailure | 'no-file'

interface UploadReply {
  readonly status: 400 | 404 | 409 | 413 | 507
  readonly message: string
}

const TOO_LARGE: UploadReply = {
  status: 413,
  message: 'El archivo excede el tamaño máximo permitido de 500 KB.',
}
const COMMON_REFUSALS = {
  'too-large': TOO_LARGE,
  cut: { status: 400, message: 'El archivo llegó incompleto. Cárguelo de nuevo.' },
  'disk-full': { status: 507, message: 'No hay espacio para guardar el archivo. Inténtelo más tarde.' },
} as const satisfies Partial<Record<UploadRefusal, UploadReply>>

const badRequest = (message: string): UploadReply => ({ status: 400, message })

const INVALID_CONTRACT = badRequest('Por favor, seleccione un archivo con una extensión y tamaño válidos.')
const INVALID_DOCUMENT = badRequest('Archivo no valido!!')

/** Replies to a refused contract (§5). */
const CONTRACT_REFUSALS: Readonly<Record<UploadRefusal, UploadReply>> = {
  ...COMMON_REFUSALS,
  'no-file': badRequest('Por favor, seleccione un archivo antes de cargar.'),
  extension: INVALID_CONTRACT,
  content: INVALID_CONTRACT,
  empty: INVALID_CONTRACT,
}

/** Replies to a refused document of a request (§5). */
const DOCUMENT_REFUSALS: Readonly<Record<UploadRefusal, UploadReply>> = {
  ...COMMON_REFUSALS,
  'no-file': badRequest('Uno o más campos requeridos están vacíos, por favor, selecciona un archivo'),
  extension: INVALID_DOCUMENT,
  content: INVALID_DOCUMENT,
  empty: INVALID_DOCUMENT,
}
