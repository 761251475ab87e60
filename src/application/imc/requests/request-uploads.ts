import {
  createDocumentsView,
  type DocumentsDeps,
  type DocumentsView,
} from '#src/application/imc/requests/documents-view.ts'
import type { RequestDetail } from '#src/domain/imc/requests/requests.ts'

type Request = Pick<RequestDetail, 'id' | 'reference' | 'documents'>

/**
 * The uploads of a page with several requests. They continue while the page shows another request,
 * and stop when the user leaves the page.
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

  function addView(request: Request, onUploadEnd: () => void): OpenView {
    const openView: OpenView = {
      view: createDocumentsView(deps, request, () => openView.onUploadEnd()),
      missingIds: formatMissingIds(request),
      unsubscribe: () => {},
      onUploadEnd,
    }
    openViews.set(request.id, openView)
    if (isRunning) openView.unsubscribe = openView.view.subscribe(() => {}).unsubscribe
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
      for (const openView of openViews.values()) openView.unsubscribe = openView.view.subscribe(() => {}).unsubscribe
      return () => {
        isRunning = false
        for (const { unsubscribe } of openViews.values()) unsubscribe()
      }
    },
  }
}
