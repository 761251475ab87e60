import { createActor } from 'xstate'
import { REQUEST_SENT } from '#src/application/imc/messages.ts'
import type { AttachedFile, RequestsGateway, UploadFailure } from '#src/application/imc/ports.ts'
import { type RequirementState, toDocument } from '#src/application/imc/screens/request-form.ts'
import { failedUploadText } from '#src/application/imc/screens/request-form-messages.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import type { Log } from '#src/application/platform/ports.ts'
import { createRefreshable, type Readable } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { RequestDetail } from '#src/domain/imc/requests/requests.ts'
import { createScreenRequestMachine } from '#src/domain/imc/requests/screen-request-machine.ts'
import { err } from '#src/domain/result.ts'

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

interface DocumentsDeps {
  readonly requests: Pick<RequestsGateway, 'upload'>
  readonly toasts: Pick<Toasts, 'show'>
  readonly log: Log
}

/** Calls `onUploadEnd` after each upload, also after a failed upload. */
function createDocumentsView(
  { requests, toasts, log }: DocumentsDeps,
  request: Pick<RequestDetail, 'id' | 'reference' | 'documents'>,
  onUploadEnd: () => void,
): DocumentsView {
  const missing = request.documents.filter(({ uploaded }) => !uploaded)
  const machine = createScreenRequestMachine<never, AttachedFile, CallFailure, UploadFailure>()
  const createUploadActor = () =>
    createActor(machine, {
      input: {
        // The request already exists, so the machine never calls this function.
        create: async () => err({ kind: 'malformed' }),
        upload: async (receipt, { id, file }, onProgress, signal) => {
          const result = await requests.upload(receipt.id, id, file, { onProgress, signal })
          onUploadEnd()
          return result
        },
        existing: { receipt: request, missing: missing.map(({ id }) => id) },
      },
    })
  let actor = createUploadActor()

  function stop() {
    const { context } = actor.getSnapshot()
    const unfinishedFiles = context.files.filter(({ status }) => status === 'uploading' || status === 'waiting')
    actor.stop()
    for (const { file } of unfinishedFiles) if (file) toasts.show(failedUploadText(file.name, null))
  }

  const view = createRefreshable<DocumentsState>(
    () => {
      const { context } = actor.getSnapshot()
      return {
        busy: actor.getSnapshot().hasTag('busy'),
        requirements: missing.flatMap(({ id, name }) => {
          const file = context.files.find((entry) => entry.id === id)
          return file ? [{ id, name, document: toDocument(file) }] : []
        }),
      }
    },
    () => {
      actor = createUploadActor()
      actor.on('CRASHED', ({ error }) => log.error(UNEXPECTED_ERROR, error))
      actor.subscribe(({ status }) => {
        if (status === 'done') toasts.show(REQUEST_SENT)
        view.refresh()
      })
      actor.start()
      return stop
    },
  )

  return {
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    attach: (id, file) => actor.send({ type: 'REPLACED', id, file }),
    retry: (id) => actor.send({ type: 'RETRIED', id }),
  }
}

type Request = Pick<RequestDetail, 'id' | 'reference' | 'documents'>

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
  /** The ids of the missing documents as JSON, to compare them. */
  readonly missingIds: string
  unsubscribe: () => void
  onUploadEnd: () => void
}

const formatMissingIds = ({ documents }: Request): string =>
  JSON.stringify(documents.filter(({ uploaded }) => !uploaded).map(({ id }) => id))

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
      missingIds: formatMissingIds(request),
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
      missingIds === formatMissingIds(request)
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
