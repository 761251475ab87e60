import { createActor } from 'xstate'
import { formFailureMessage, REQUEST_SENT } from '#src/application/imc/messages.ts'
import type { AttachedFile, RequestsGateway, ScreensGateway, UploadFailure } from '#src/application/imc/ports.ts'
import {
  failedUploadText,
  NO_REQUEST_ERRORS,
  type RequestErrors,
  toRequestErrors,
} from '#src/application/imc/screens/request-form-messages.ts'
import type { InterruptedWork, RequestDraft } from '#src/application/imc/session/interrupted-work.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import {
  createResource,
  type Resource,
  type ResourceDeps,
  type ResourceState,
} from '#src/application/platform/resource.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { RequiredFile } from '#src/domain/imc/requests/request-files.ts'
import type { RequestReceipt } from '#src/domain/imc/requests/requests.ts'
import { createScreenRequestMachine } from '#src/domain/imc/requests/screen-request-machine.ts'
import type { ScreenRequestViolations } from '#src/domain/imc/requests/screen-requests.ts'
import type { Requirement } from '#src/domain/imc/screens/screen.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Refresh interval of the choices in an open dialog, in ms. */
export const CHOICES_REFRESH_MS = MINUTE_MS

/** The state of one required document, for the UI. */
type DocumentState =
  | { readonly kind: 'missing' }
  | { readonly kind: 'chosen'; readonly name: string; readonly size: number }
  | { readonly kind: 'uploading'; readonly name: string; readonly percent: number }
  | { readonly kind: 'uploaded'; readonly name: string }
  | { readonly kind: 'failed'; readonly name: string; readonly error: string }

export interface RequirementState extends Requirement {
  readonly document: DocumentState
}

type RequestFormStep = 'choosing' | 'confirming' | 'sending' | 'some-failed' | 'done'

/** The shared state of the link and change dialogs. */
export interface RequestFormState {
  readonly step: RequestFormStep
  /** The documents to attach; null before they are loaded. */
  readonly requirements: readonly RequirementState[] | null
  /** The load state of the requirements; null before a profile is chosen. */
  readonly requirementsLoad: ResourceState<readonly Requirement[]> | null
  /** Number of required documents without a file. */
  readonly missingFiles: number
  readonly observations: string
  /** Set after the service created the request. */
  readonly receipt: RequestReceipt | null
  /** Why the request was not accepted; null without a failure. */
  readonly failure: string | null
}

export interface RequestFormActions {
  attach(id: string, file: AttachedFile): void
  detach(id: string): void
  writeObservations(text: string): void
  /** Sends the request. A second call has no effect. */
  confirm(): void
  /** Returns from the confirmation to the form. */
  cancelConfirmation(): void
  /** Uploads the failed document of one requirement again. */
  retry(id: string): void
}

export interface RequestFormDeps extends ResourceDeps {
  readonly screens: Pick<ScreensGateway, 'requirements'>
  readonly requests: Pick<RequestsGateway, 'upload'>
  readonly newKey: () => string
  readonly work: Pick<InterruptedWork, 'find' | 'registerForm'>
  readonly toasts: Pick<Toasts, 'show'>
}

interface RequestForm<Q> extends RequestFormActions {
  read(): RequestFormState
  /** Returns the loaded requirements; empty before the load. */
  requirements(): readonly Requirement[]
  files(): Readonly<Record<string, AttachedFile>>
  /** Returns the input for the next session to restore; null after the request was created. */
  draft(): RequestDraft | null
  /** Sets the profile that requires the documents; null before a choice. */
  setProfile(profileId: string | null): void
  /** Shows a valid request for confirmation. */
  showConfirmation(request: Q): void
  /** Starts a new machine and the load of the requirements; the returned function stops both. */
  start(): () => void
}

interface Options<Q> {
  readonly send: (request: Q, key: string, signal: AbortSignal) => Promise<Result<RequestReceipt, CallFailure>>
  readonly onChange: () => void
  /** Called after the request was created or has failed: the screens page may be outdated. */
  readonly onRequestEnd: () => void
  /** The saved input of an ended session; null without saved input. */
  readonly restored: RequestDraft | null
}

type SentDocument = RequiredFile<AttachedFile, UploadFailure>

/** Converts a document of a created request to its state. */
export function toDocument({ file, status, progress, failure }: SentDocument): DocumentState {
  if (file === null) return { kind: 'missing' }
  const { name } = file
  switch (status) {
    case 'uploaded':
      return { kind: 'uploaded', name }
    case 'failed':
      return { kind: 'failed', name, error: failedUploadText(name, failure) }
    case 'waiting':
    case 'uploading':
    case 'missing':
      return { kind: 'uploading', name, percent: Math.floor(progress * 100) }
  }
}

const loadNoRequirements = async () => ok<readonly Requirement[]>([])

/**
 * Creates the form of a request with documents and an observation (D28). Each form has one
 * idempotency key, so that a retry creates no second request.
 */
export function createRequestForm<Q>(
  deps: RequestFormDeps,
  { send, onChange, onRequestEnd, restored }: Options<Q>,
): RequestForm<Q> {
  const { screens, requests, log, toasts } = deps
  const key = restored?.key ?? deps.newKey()
  const machine = createScreenRequestMachine<Q, AttachedFile, CallFailure, UploadFailure>()
  const createRequestActor = () =>
    createActor(machine, {
      input: {
        create: (request, signal) => send(request, key, signal),
        upload: (receipt, { id, file }, onProgress, signal) =>
          requests.upload(receipt.id, id, file, { onProgress, signal }),
      },
    })
  let actor = createRequestActor()
  let profileId: string | null = null
  let chosenFiles = restored?.files ?? {}
  let observations = restored?.observations ?? ''
  let requirementsResource: Resource<readonly Requirement[]> | null = null

  const readRequirements = () => (profileId === null ? null : (requirementsResource?.getSnapshot() ?? null))

  function toRequirement({ id, name }: Requirement): RequirementState {
    const sentFile = actor.getSnapshot().context.files.find((entry) => entry.id === id)
    if (sentFile && !isEditable()) return { id, name, document: toDocument(sentFile) }
    const file = chosenFiles[id]
    return {
      id,
      name,
      document: file ? { kind: 'chosen', name: file.name, size: file.size } : { kind: 'missing' },
    }
  }

  const isEditable = () => {
    const state = actor.getSnapshot()
    return state.matches('choosing') || state.matches('confirming')
  }

  function readStep(): RequestFormStep {
    const state = actor.getSnapshot()
    if (state.matches('done')) return 'done'
    if (state.matches('some-failed')) return 'some-failed'
    if (state.matches('confirming')) return 'confirming'
    return state.hasTag('busy') ? 'sending' : 'choosing'
  }

  return {
    read() {
      const { receipt, failure } = actor.getSnapshot().context
      const resourceState = readRequirements()
      const requirements = resourceState?.value?.map(toRequirement) ?? null
      return {
        step: readStep(),
        requirements,
        requirementsLoad: resourceState,
        missingFiles: requirements?.filter(({ document }) => document.kind === 'missing').length ?? 0,
        observations,
        receipt,
        failure: failure && formFailureMessage(failure.error),
      }
    },

    requirements: () => readRequirements()?.value ?? [],
    files: () => chosenFiles,
    draft: () => (actor.getSnapshot().context.receipt === null ? { key, observations, files: chosenFiles } : null),

    setProfile(next) {
      if (next === profileId) return
      profileId = next
      requirementsResource?.setSource({
        load: next === null ? loadNoRequirements : (signal) => screens.requirements(next, signal),
        interval: CHOICES_REFRESH_MS,
      })
      onChange()
    },

    attach(id, file) {
      chosenFiles = { ...chosenFiles, [id]: file }
      actor.send({ type: 'REPLACED', id, file })
      onChange()
    },
    detach(id) {
      const { [id]: _, ...rest } = chosenFiles
      chosenFiles = rest
      onChange()
    },
    writeObservations(text) {
      observations = text
      onChange()
    },

    showConfirmation(request) {
      const files = (readRequirements()?.value ?? []).flatMap(({ id }) => {
        const file = chosenFiles[id]
        return file ? [{ id, file }] : []
      })
      actor.send({ type: 'CHOSEN', request, files })
    },
    confirm: () => actor.send({ type: 'CONFIRMED' }),
    cancelConfirmation: () => actor.send({ type: 'WITHDRAWN' }),
    retry: (id) => actor.send({ type: 'RETRIED', id }),

    start() {
      const initialProfileId = profileId
      requirementsResource = createResource<readonly Requirement[]>(deps, {
        load:
          initialProfileId === null ? loadNoRequirements : (signal) => screens.requirements(initialProfileId, signal),
        interval: CHOICES_REFRESH_MS,
      })
      const unsubscribeRequirements = requirementsResource.subscribe(onChange).unsubscribe
      actor = createRequestActor()
      actor.on('CRASHED', ({ error }) => log.error(UNEXPECTED_ERROR, error))
      let previous = { receipt: actor.getSnapshot().context.receipt, failure: actor.getSnapshot().context.failure }
      actor.subscribe(({ context, status }) => {
        const isCreated = context.receipt !== previous.receipt
        const hasFailed = context.failure !== null && context.failure !== previous.failure
        previous = context
        if (isCreated || hasFailed) onRequestEnd()
        if (status === 'done') toasts.show(REQUEST_SENT)
        onChange()
      })
      actor.start()
      return () => {
        unsubscribeRequirements()
        actor.stop()
        requirementsResource = null
      }
    },
  }
}

/** The errors of a link or change dialog: empty until 'Enviar' is pressed, then updated. */
interface RequestCheck {
  readonly errors: () => RequestErrors
  /**
   * Opens the confirmation of a valid request, if its requirements are loaded. The next `refresh`
   * finds the errors of an invalid request.
   */
  submit(hasRequirements: boolean): void
  /** Validates the form again after each change between the press and the confirmation. */
  refresh(): void
  /** Removes the errors until 'Enviar' is pressed again. */
  clear(): void
}

/** `check` validates the current choice. */
export function createRequestCheck<Q>(
  form: Pick<RequestForm<Q>, 'read' | 'showConfirmation'>,
  check: () => Result<Q, ScreenRequestViolations>,
): RequestCheck {
  let errors = NO_REQUEST_ERRORS
  let isSubmitted = false

  return {
    errors: () => errors,
    submit(hasRequirements) {
      const result = check()
      isSubmitted = true
      if (result.ok && hasRequirements) form.showConfirmation(result.value)
    },
    refresh() {
      if (!isSubmitted || form.read().step !== 'choosing') return
      const result = check()
      errors = result.ok ? NO_REQUEST_ERRORS : toRequestErrors(result.error)
    },
    clear() {
      isSubmitted = false
      errors = NO_REQUEST_ERRORS
    },
  }
}
