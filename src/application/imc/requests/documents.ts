import { CONTACT_SUPPORT, requestSentText, uploadFailureMessage } from '#src/application/imc/messages.ts'
import type { RequestsGateway } from '#src/application/imc/ports.ts'
import { joinNames } from '#src/application/imc/requests/requests.ts'
import { createCaller, createFlow, type FlowDeps, type Untimed } from '#src/application/platform/flow.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import { isEqual, type Readable, withWork } from '#src/application/platform/readable.ts'
import type { AttachedFile, AttachmentViolation, UploadFailure } from '#src/domain/attachment.ts'
import type { RequestDetail, Requirement } from '#src/domain/imc/requests/requests.ts'
import {
  type RequiredFile,
  stopsUploads,
  toMissing,
  type UploadEvent,
  uploadMachine,
} from '#src/domain/imc/requests/upload-machine.ts'
import { ok } from '#src/domain/result.ts'

export const REQUIREMENTS_HINT = 'PDF, Word, Excel o imagen. Máximo 500 KB por archivo.'

/** Exact text of §5. */
export const NO_FILE_CHOSEN = 'Uno o más campos requeridos están vacíos, por favor, selecciona un archivo'

/** The message of a required document that breaks a rule (§5, D29). */
export const REQUIREMENT_MESSAGES: Readonly<Record<AttachmentViolation, string>> = {
  'no-file': NO_FILE_CHOSEN,
  extension: 'Archivo no valido!! Elija PDF, WORD, EXCEL o IMAGEN.',
  empty: 'El archivo está vacío. Elija otro.',
  'too-large': 'El archivo excede el tamaño máximo permitido de 500 KB.',
}

/** The state line of a failed upload (§8): `El cargue falló, carta.pdf. …`. */
const failedUploadText = (name: string, failure: UploadFailure | null): string =>
  `El cargue falló, ${name}. ${uploadFailureMessage(failure)}`

/**
 * Why the uploads of a request stopped, and which documents are sent and which are not; null when
 * they did not stop (§8, D85).
 */
export function stoppedUploadsText(files: readonly RequiredFile[]): string | null {
  if (!files.some(({ status, failure }) => status === 'failed' && stopsUploads(failure))) return null
  const toNames = (isSent: boolean) =>
    files.flatMap(({ file, status }) => (file !== null && (status === 'uploaded') === isSent ? [file.name] : []))
  const [sent, unsent] = [toNames(true), toNames(false)]
  const sentences = [
    sent.length > 0 && `Se ${sent.length === 1 ? 'envió' : 'enviaron'} ${joinNames(sent)}.`,
    `No se ${unsent.length === 1 ? 'envió' : 'enviaron'} ${joinNames(unsent)}.`,
  ]
  return [`${CONTACT_SUPPORT}.`, ...sentences.filter((sentence) => sentence !== false)].join(' ')
}

/** The state of one required document, for the UI. */
type DocumentState =
  | { readonly kind: 'missing' }
  | { readonly kind: 'chosen'; readonly name: string; readonly size: number }
  | { readonly kind: 'uploading'; readonly name: string; readonly percent: number }
  | { readonly kind: 'uploaded' | 'unsent'; readonly name: string }
  | { readonly kind: 'failed'; readonly name: string; readonly error: string }

export interface RequirementState extends Requirement {
  readonly document: DocumentState
}

/** Converts a document of a created request to its state. */
export function toDocument({ file, status, progress, failure }: RequiredFile): DocumentState {
  if (file === null) return { kind: 'missing' }
  const { name } = file
  switch (status) {
    case 'uploaded':
    case 'unsent':
      return { kind: status, name }
    case 'failed':
      return { kind: 'failed', name, error: failedUploadText(name, failure) }
    case 'waiting':
    case 'uploading':
    case 'missing':
      return { kind: 'uploading', name, percent: Math.floor(progress * 100) }
  }
}

/** Converts the file of a form that is not sent yet to its state. */
export const toChosenDocument = (file: AttachedFile | undefined): DocumentState =>
  file ? { kind: 'chosen', name: file.name, size: file.size } : { kind: 'missing' }

interface DocumentsState {
  readonly requirements: readonly RequirementState[]
  readonly busy: boolean
}

/**
 * The missing documents of an open request. An attached document is uploaded immediately. When the
 * last subscriber unsubscribes, the view stops unfinished uploads and shows a toast for each.
 */
interface DocumentsView extends Readable<DocumentsState> {
  attach(id: string, file: AttachedFile): void
  retry(id: string): void
}

export interface DocumentsDeps extends FlowDeps {
  readonly requests: Pick<RequestsGateway, 'upload'>
  readonly toasts: Pick<Toasts, 'show'>
}

/**
 * Provides the calls of the machine that uploads documents. `send` gets their progress;
 * `onUploadEnd` is called after each upload, also after a failed upload.
 */
export function provideUploads(
  { requests, toasts, ...deps }: DocumentsDeps,
  send: (event: Untimed<UploadEvent>) => void,
  onUploadEnd: () => void = () => {},
) {
  const call = createCaller(deps)
  return uploadMachine.provide({
    actors: {
      uploadDocument: call(async ({ receipt, id, file }, signal) => {
        const onProgress = (progress: number) => send({ type: 'PROGRESS', id, progress })
        const result = await requests.upload(receipt.id, id, file, { onProgress, signal })
        onUploadEnd()
        return ok(result.ok ? null : result.error)
      }),
    },
    actions: { notifyDone: ({ context }) => toasts.show(requestSentText(context.receipt)) },
  })
}

/** Calls `onUploadEnd` after each upload, also after a failed upload. */
function createDocumentsView(deps: DocumentsDeps, request: Request, onUploadEnd: () => void): DocumentsView {
  const { toasts } = deps
  const missing = request.documents.filter(({ uploaded }) => !uploaded)
  const flow = createFlow(
    provideUploads(deps, (event) => flow.send(event), onUploadEnd),
    {
      ...deps,
      input: () => ({
        receipt: {
          id: request.id,
          reference: request.reference,
          ...(request.status === 'unconfirmed' && { isUnconfirmed: true as const }),
        },
        files: missing.map(({ id }) => toMissing(id)),
      }),
      select: (state): DocumentsState => ({
        busy: state.matches('uploading'),
        requirements: missing.flatMap(({ id, name }) => {
          const file = state.context.files.find((entry) => entry.id === id)
          return file ? [{ id, name, document: toDocument(file) }] : []
        }),
      }),
    },
  )

  function showStoppedUploads() {
    for (const { document } of flow.getSnapshot().requirements)
      if (document.kind === 'uploading') toasts.show(failedUploadText(document.name, null))
  }

  return {
    ...withWork(flow, () => showStoppedUploads),
    attach: (id, file) => flow.send({ type: 'ATTACH', id, file }),
    retry: (id) => flow.send({ type: 'RETRY', id }),
  }
}

type Request = Pick<RequestDetail, 'id' | 'reference' | 'status' | 'documents'>

/**
 * The uploads of a page with several requests. They continue while the page shows another request,
 * and stop when the user leaves the page. The documents of a closed request are released when its
 * uploads have ended.
 */
export interface RequestUploads {
  /**
   * Returns the view of a request's missing documents. Calls `onUploadEnd` after each upload, also
   * after a failed upload.
   */
  open(request: Request, onUploadEnd: () => void): DocumentsView
  /** Starts the uploads; the returned function stops them. */
  start(): () => void
}

interface OpenView {
  readonly view: DocumentsView
  readonly missingIds: readonly string[]
  unsubscribe: () => void
  onUploadEnd: () => void
}

const findMissingIds = ({ documents }: Request): readonly string[] =>
  documents.filter(({ uploaded }) => !uploaded).map(({ id }) => id)

export function createRequestUploads(deps: DocumentsDeps): RequestUploads {
  const openViews = new Map<string, OpenView>()
  let isRunning = false
  /** The request on the page: the last opened one. */
  let shownId: string | null = null

  /** Removes the view of a request that is not on the page, after its uploads have ended. */
  function releaseEnded() {
    for (const [id, { view, unsubscribe }] of openViews) {
      const { busy, requirements } = view.getSnapshot()
      // A failed document is kept for a retry.
      if (id === shownId || busy || requirements.some(({ document }) => document.kind === 'failed')) continue
      openViews.delete(id)
      unsubscribe()
    }
  }

  const startView = ({ view }: OpenView) => view.subscribe(releaseEnded).unsubscribe

  function addView(request: Request, onUploadEnd: () => void): OpenView {
    const openView: OpenView = {
      view: createDocumentsView(deps, request, () => openView.onUploadEnd()),
      missingIds: findMissingIds(request),
      unsubscribe: () => {},
      onUploadEnd,
    }
    openViews.set(request.id, openView)
    if (isRunning) openView.unsubscribe = startView(openView)
    return openView
  }

  /**
   * A view can be reused while an upload runs, after an upload failed, or if the same documents are
   * missing.
   */
  function canReuse({ view, missingIds }: OpenView, request: Request): boolean {
    const { busy, requirements } = view.getSnapshot()
    return (
      busy ||
      requirements.some(({ document }) => document.kind === 'failed') ||
      isEqual(missingIds, findMissingIds(request))
    )
  }

  return {
    open(request, onUploadEnd) {
      shownId = request.id
      releaseEnded()
      const existing = openViews.get(request.id)
      if (existing && canReuse(existing, request)) {
        existing.onUploadEnd = onUploadEnd
        return existing.view
      }
      existing?.unsubscribe()
      return addView(request, onUploadEnd).view
    },

    start() {
      isRunning = true
      for (const openView of openViews.values()) openView.unsubscribe = startView(openView)
      return () => {
        isRunning = false
        for (const { unsubscribe } of openViews.values()) unsubscribe()
      }
    },
  }
}
