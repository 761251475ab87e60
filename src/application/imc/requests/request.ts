import type { RequestsGateway } from '#src/application/imc/ports.ts'
import {
  confirmedByText,
  documentsText,
  LAST_STEP,
  missingDocuments,
  requestSubject,
  STATUS_WORDS,
  statusChangeText,
  takenByText,
  toStatusText,
} from '#src/application/imc/requests/requests.ts'
import type { Announcer } from '#src/application/platform/notices.ts'
import { combine, type Readable, withWork } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps, type ResourceState } from '#src/application/platform/resource.ts'
import {
  isSettled,
  type RequestDetail,
  type RequestStatus,
  type RequestStep,
} from '#src/domain/imc/requests/requests.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/** Refresh interval of an open request, which the operator may decide at any time. */
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
  readonly description: string
  /** Why the request was refused; '' in the other steps. */
  readonly reason: string
}

interface RequestState {
  readonly detail: ResourceState<RequestDetail>
  readonly timeline: readonly TimelineEntry[]
}

export interface RequestView extends Readable<RequestState> {
  retry(): void
}

interface RequestDeps extends ResourceDeps {
  readonly requests: Pick<RequestsGateway, 'detail'>
  readonly announcer: Pick<Announcer, 'announce'>
}

/** Formats the Bogotá time `2026-11-18T09:12:40-05:00` as `2026-11-18, 09:12:40` (D36). */
const formatStepTime = (iso: string): string => {
  const [date = '', time = ''] = iso.split('T')
  return time === '' ? date : `${date}, ${time.slice(0, 8)}`
}

const OPEN_STEPS = ['unconfirmed', 'created', 'documents', 'in-progress'] as const

/** `2 de 3 cargados. Falta 1 archivo: Carta de autorización.`; '' without documents. */
function toProgressText(documents: RequestDetail['documents'], isOpen = true): string {
  if (documents.length === 0) return ''
  const missing = documents.filter(({ uploaded }) => !uploaded).map(({ name }) => name)
  const sentences = [documentsText(documents.length - missing.length, documents.length)]
  if (missing.length > 0 && isOpen) sentences.push(missingDocuments(missing))
  return sentences.join(' ')
}

/** Describes what happened in a step; '' for a refusal, which has a reason. */
function toEventText(detail: RequestDetail, step: RequestStep): string {
  const { documents } = detail
  if (step.status === 'unconfirmed') {
    const progress = detail.status === 'unconfirmed' ? toProgressText(documents) : ''
    return [step.detail, requestSubject(detail), progress].filter(Boolean).join(' ')
  }
  // Another administrator sent what the creator asked for (D106).
  if (step.status === 'created' && detail.steps.some(({ status }) => status === 'unconfirmed')) {
    return confirmedByText(step.person)
  }
  if (step.status === 'created') return [step.detail, requestSubject(detail)].filter(Boolean).join(' ')
  if (step.status === 'refused') return ''
  if (step.status !== 'documents' || documents.length === 0) return step.detail
  return toProgressText(documents, !isSettled(detail.status))
}

/**
 * Describes a step by person and event. The text of the event may already start with the person.
 */
function toDescription(detail: RequestDetail, step: RequestStep): string {
  const eventText = toEventText(detail, step)
  const namesPerson = [takenByText, confirmedByText].some((toText) => eventText.startsWith(toText(step.person)))
  const needsPerson = step.person !== '' && !namesPerson
  return needsPerson ? [takenByText(step.person), eventText].filter(Boolean).join(' ') : eventText
}

function toReachedEntry(detail: RequestDetail, step: RequestStep, isLast: boolean): TimelineEntry {
  const { status } = step
  const finalStates = { approved: 'good', refused: 'bad' } as const
  const progress = isLast ? 'current' : 'done'
  return {
    id: `${status ?? step.statusText}-${step.date}`,
    title: toStatusText(step),
    status,
    state: status === 'approved' || status === 'refused' ? finalStates[status] : progress,
    iso: step.date,
    time: formatStepTime(step.date),
    description: toDescription(detail, step),
    reason: status === 'refused' ? detail.reason || step.detail : '',
  }
}

const toPendingEntry = (id: string, title: string, status: RequestStatus | null): TimelineEntry => ({
  id,
  title,
  status,
  state: 'pending',
  iso: '',
  time: '',
  description: '',
  reason: '',
})

/** Converts the reached and the pending steps of a request to entries (§2.5). */
function toTimeline(detail: RequestDetail): readonly TimelineEntry[] {
  const reached = detail.steps.map((step, i) => toReachedEntry(detail, step, i === detail.steps.length - 1))
  if (isSettled(detail.status)) return reached
  const reachedStatuses = new Set(detail.steps.map(({ status }) => status))
  const last = OPEN_STEPS.findLastIndex((status) => reachedStatuses.has(status))
  // A request without documents skips the status `documents`.
  const pendingStatuses = OPEN_STEPS.slice(last + 1).filter(
    (status) => status !== 'documents' || detail.documents.length > 0,
  )
  return [
    ...reached,
    ...pendingStatuses.map((status) => toPendingEntry(status, STATUS_WORDS[status], status)),
    toPendingEntry('settled', LAST_STEP, null),
  ]
}

/**
 * Creates the view of a request and its timeline. It polls until the request is settled, and
 * announces a new status.
 */
export function createRequestView(deps: RequestDeps, id: string): RequestView {
  const { requests, announcer } = deps
  const load = (signal: AbortSignal) => requests.detail(id, signal)
  const isFinal = ({ status }: RequestDetail) => isSettled(status)
  const resource = createResource(deps, { load, interval: OPEN_REFRESH_MS }, { isFinal })
  let known: RequestDetail | null = null

  function announceStatus() {
    const { value } = resource.getSnapshot()
    if (value && known && value.status !== known.status) {
      announcer.announce(statusChangeText(value.reference, toStatusText(value)))
    }
    known = value
  }

  const view = combine(
    { detail: resource },
    ({ detail }): RequestState => ({ detail, timeline: detail.value === null ? [] : toTimeline(detail.value) }),
  )
  return { ...withWork(view, () => resource.subscribe(announceStatus).unsubscribe), retry: resource.retry }
}
