import { createDocumentsView, type DocumentsDeps, type DocumentsView } from '#src/application/imc/documents-view.ts'
import type { RequestDetail } from '#src/domain/imc/requests.ts'

type Request = Pick<RequestDetail, 'id' | 'reference' | 'documents'>

/**
 * The uploads of a screen with several requests. They continue while another request is shown, and
 * stop with the screen.
 */
export interface OpenDocuments {
  /** The missing documents of a request; `onUploaded` is called after each upload. */
  open(request: Request, onUploaded: () => void): DocumentsView
  /** Runs the uploads until the returned function is called. */
  start(): () => void
}

interface Held {
  readonly view: DocumentsView
  readonly missing: string
  stop: () => void
  onUploaded: () => void
}

const toMissing = ({ documents }: Request): string =>
  JSON.stringify(documents.filter(({ uploaded }) => !uploaded).map(({ id }) => id))

export function createOpenDocuments(deps: DocumentsDeps): OpenDocuments {
  const held = new Map<string, Held>()
  let running = false

  function hold(request: Request, onUploaded: () => void): Held {
    const entry: Held = {
      view: createDocumentsView(deps, request, () => entry.onUploaded()),
      missing: toMissing(request),
      stop: () => {},
      onUploaded,
    }
    held.set(request.id, entry)
    if (running) entry.stop = entry.view.subscribe(() => {})
    return entry
  }

  /**
   * Reuses a view whose upload runs or has failed. Replaces any other view when its request
   * changes.
   */
  function isCurrent({ view, missing }: Held, request: Request): boolean {
    const { busy, requirements } = view.getSnapshot()
    return busy || requirements.some(({ document }) => document.kind === 'failed') || missing === toMissing(request)
  }

  return {
    open(request, onUploaded) {
      const known = held.get(request.id)
      if (known && isCurrent(known, request)) {
        known.onUploaded = onUploaded
        return known.view
      }
      known?.stop()
      return hold(request, onUploaded).view
    },

    start() {
      running = true
      for (const entry of held.values()) entry.stop = entry.view.subscribe(() => {})
      return () => {
        running = false
        for (const entry of held.values()) entry.stop()
      }
    },
  }
}
