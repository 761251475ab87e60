import {
  documentsText,
  LAST_STEP,
  missingDocuments,
  movedOn,
  requestSubject,
  STATUS_WORDS,
  takenBy,
} from '#src/application/imc/request-messages.ts'
import type { RequestsGateway } from '#src/application/imc/requests-gateway.ts'
import { toStatusText } from '#src/application/imc/requests-view.ts'
import type { Announcer } from '#src/application/platform/announcer.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import { createResource, type ResourceDeps, type ResourceState } from '#src/application/platform/resource.ts'
import type { View } from '#src/application/platform/view.ts'
import { isSettled, type RequestDetail, type RequestStatus, type RequestStep } from '#src/domain/imc/requests.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/** Refresh interval of an open request, so that the operator's decision shows without a reload. */
const OPEN_REFRESH_MS = 5 * SECOND_MS

/** A step of the timeline. */
export interface TimelineEntry {
  readonly id: string
  readonly title: string
  readonly status: RequestStatus | null
  readonly state: 'done' | 'current' | 'pending' | 'good' | 'bad'
  /** ISO 8601 with Bogotá's offset; '' for a pending step. */
  readonly iso: string
  /** `2026-11-18, 09:12:40` in Bogotá; '' for a pending step. */
  readonly time: string
  readonly fact: string
  /** Why the request was refused; '' elsewhere. */
  readonly reason: string
}

export interface RequestState {
  readonly detail: ResourceState<RequestDetail>
  readonly timeline: readonly TimelineEntry[]
}

export interface RequestView extends View<RequestState> {
  retry(): void
}

export interface RequestDeps extends ResourceDeps {
  readonly requests: Pick<RequestsGateway, 'detail'>
  readonly announcer: Pick<Announcer, 'announce'>
}

/**
 * `2026-11-18T09:12:40-05:00` as `2026-11-18, 09:12:40`; the service writes Bogotá's time (D36).
 */
export const formatStepTime = (iso: string): string => {
  const [date = '', time = ''] = iso.split('T')
  return time === '' ? date : `${date}, ${time.slice(0, 8)}`
}

const OPEN_STEPS = ['created', 'documents', 'in-progress'] as const

function toOutcome(detail: RequestDetail, step: RequestStep): string {
  const { documents } = detail
  if (step.status === 'created') return [step.detail, requestSubject(detail)].filter(Boolean).join(' ')
  if (step.status === 'refused') return ''
  if (step.status !== 'documents' || documents.length === 0) return step.detail
  const uploaded = documents.filter((document) => document.uploaded).length
  const missing = documents.filter((document) => !document.uploaded).map(({ name }) => name)
  const facts = [documentsText(uploaded, documents.length)]
  if (missing.length > 0 && !isSettled(detail.status)) facts.push(missingDocuments(missing))
  return facts.join(' ')
}

/** The person who took the step and the outcome. An outcome may already name the person. */
function toFact(detail: RequestDetail, step: RequestStep): string {
  const outcome = toOutcome(detail, step)
  const isNamed = step.person === '' || outcome.startsWith(takenBy(step.person))
  return isNamed ? outcome : [takenBy(step.person), outcome].filter(Boolean).join(' ')
}

function toReached(detail: RequestDetail, step: RequestStep, isLast: boolean): TimelineEntry {
  const { status } = step
  const ends = { approved: 'good', refused: 'bad' } as const
  const open = isLast ? 'current' : 'done'
  return {
    id: `${status ?? step.statusText}-${step.date}`,
    title: toStatusText(step),
    status,
    state: status === 'approved' || status === 'refused' ? ends[status] : open,
    iso: step.date,
    time: formatStepTime(step.date),
    fact: toFact(detail, step),
    reason: status === 'refused' ? detail.reason || step.detail : '',
  }
}

const toPending = (id: string, title: string, status: RequestStatus | null): TimelineEntry => ({
  id,
  title,
  status,
  state: 'pending',
  iso: '',
  time: '',
  fact: '',
  reason: '',
})

/** The steps that the request has reached, and the pending ones (§2.5). */
export function toTimeline(detail: RequestDetail): readonly TimelineEntry[] {
  const reached = detail.steps.map((step, i) => toReached(detail, step, i === detail.steps.length - 1))
  if (isSettled(detail.status)) return reached
  const reachedStatuses = new Set(detail.steps.map(({ status }) => status))
  const last = OPEN_STEPS.findLastIndex((status) => reachedStatuses.has(status))
  // A request without documents skips that status.
  const needed = OPEN_STEPS.slice(last + 1).filter((status) => status !== 'documents' || detail.documents.length > 0)
  return [
    ...reached,
    ...needed.map((status) => toPending(status, STATUS_WORDS[status], status)),
    toPending('settled', LAST_STEP, null),
  ]
}

const NO_TIMELINE: readonly TimelineEntry[] = []

/** One request and its timeline; it follows the operator's decision without a reload. */
export function createRequestView(deps: RequestDeps, id: string): RequestView {
  const { requests, announcer } = deps
  const load = (signal: AbortSignal) => requests.detail(id, signal)
  const resource = createResource(deps, { load, interval: OPEN_REFRESH_MS })
  let shown: RequestDetail | null = null
  let timeline = NO_TIMELINE

  function follow() {
    const { value } = resource.getSnapshot()
    if (value === shown) return
    if (value && shown && value.status !== shown.status) {
      announcer.announce(movedOn(value.reference, toStatusText(value)))
    }
    shown = value
    timeline = value === null ? NO_TIMELINE : toTimeline(value)
    if (value && isSettled(value.status)) resource.setStreaming(true)
  }

  const view = createDerivedView<RequestState>(
    () => ({ detail: resource.getSnapshot(), timeline }),
    () =>
      resource.subscribe(() => {
        follow()
        view.refresh()
      }),
  )
  return { getSnapshot: view.getSnapshot, subscribe: view.subscribe, retry: resource.retry }
}
