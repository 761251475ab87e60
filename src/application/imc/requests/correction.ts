import type { SnapshotFrom } from 'xstate'
import { formFailureMessage, REQUEST_MAY_EXIST } from '#src/application/imc/messages.ts'
import { type OrderReview, toReview } from '#src/application/imc/packages/order.ts'
import type { NewKey, PackagesGateway, RequestsGateway, ScreensGateway } from '#src/application/imc/ports.ts'
import {
  type DocumentsDeps,
  provideUploads,
  type RequirementState,
  stoppedUploadsText,
  toChosenDocument,
  toDocument,
} from '#src/application/imc/requests/documents.ts'
import { joinNames } from '#src/application/imc/requests/requests.ts'
import type { InterruptedWork } from '#src/application/imc/session/interrupted-work.ts'
import { createCaller, createFlow } from '#src/application/platform/flow.ts'
import { createListView, type ListView } from '#src/application/platform/list.ts'
import { startAll } from '#src/application/platform/listeners.ts'
import { combine, createState, type Readable, withWork } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps, type ResourceState } from '#src/application/platform/resource.ts'
import type { AttachedFile } from '#src/domain/attachment.ts'
import {
  type CorrectionContext,
  type CorrectionForm,
  correctionMachine,
  EMPTY_CORRECTION_DRAFT,
} from '#src/domain/imc/correction-machine.ts'
import {
  type Correction,
  type CorrectionViolation,
  correctionViolation,
  findNamedDocuments,
} from '#src/domain/imc/corrections.ts'
import { orderTotal, parseQuantity } from '#src/domain/imc/packages/package-order.ts'
import type { PackageGroup, PackageOffer } from '#src/domain/imc/packages/packages.ts'
import { PAGE_SIZES } from '#src/domain/imc/page-sizes.ts'
import type { RequestDetail, RequestDocument, RequestReceipt } from '#src/domain/imc/requests/requests.ts'
import type { AssignableUser } from '#src/domain/imc/screens/screen.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Refresh interval of the assignable users, in ms. */
const USERS_REFRESH_MS = MINUTE_MS

export const CORRECT = 'Corregir y reenviar'
export const RESEND = 'Reenviar'
export const CORRECTION_FAILED = 'No pudimos consultar la solicitud'
export const REJECTION_TITLE = 'Motivo del rechazo'
export const SENT_TITLE = 'Lo que se envió'
export const OTHER_USER_BUTTON = 'Elegir otro usuario'
export const CHOOSE_BAD_FILE = 'Los archivos ya cargados se conservan. Reemplace solo el que causó el rechazo.'
export const WITHOUT_DOCUMENTS = 'Esta solicitud no exige documentos.'

/** `Solicitud S-2026-00418, rechazada`. */
export const correctionContext = (reference: string): string => `Solicitud ${reference}, rechazada`

/** The notice over the documents: which of them the reason names. */
export function namedFilesText(names: readonly string[]): string {
  if (names.length === 0) return CHOOSE_BAD_FILE
  return `El motivo nombra ${joinNames(names)}. Los demás archivos se conservan.`
}

/** Marks a kept file that the reason names. */
const namedFileText = (file: string | null): string => `El motivo nombra este archivo${file ? `: ${file}` : ''}.`

/** The link to the request of who corrected first: `Ver S-2026-00421`. */
export const seeCorrectionText = (reference: string): string => `Ver ${reference}`

/** Shown when the new request exists but a file failed. */
export const resentText = (reference: string): string =>
  `La solicitud ${reference} ya está creada. Reintente solo el archivo que falló.`

function violationText(violation: CorrectionViolation): string {
  switch (violation.code) {
    case 'quantity':
      return 'La cantidad va de 1 a 999.'
    case 'unchanged':
      return 'Reemplace el archivo o cambie la observación que causó el rechazo.'
    case 'observations':
      return violation.violation.code === 'length'
        ? `La observación tiene máximo ${violation.violation.maximum} caracteres.`
        : 'La observación tiene caracteres no válidos.'
  }
}

/** A required document: the stored file that is kept, or the state of its replacement. */
export interface CorrectionDocument {
  readonly id: string
  readonly name: string
  readonly document:
    | RequirementState['document']
    | { readonly kind: 'stored'; readonly name: string; readonly size: number }
  /** Why the stored file probably has to be replaced; null if the reason does not name it. */
  readonly mark: string | null
}

/** The state of the dialog 'Corregir y reenviar', for the UI. */
export interface CorrectionState {
  readonly step: 'editing' | 'reviewing' | 'sending' | 'some-failed' | 'done'
  readonly detail: ResourceState<RequestDetail>
  readonly documents: readonly CorrectionDocument[]
  /** Names of the documents that the reason names. */
  readonly namedDocuments: readonly string[]
  /** The users to choose from; null until the user wants to choose another. */
  readonly users: ResourceState<readonly AssignableUser[]> | null
  /** The other user; null keeps the user. */
  readonly user: AssignableUser | null
  readonly observations: string
  readonly quantity: string
  /** The monthly total of a purchase in pesos; null without a valid quantity. */
  readonly total: number | null
  /** The review of a purchase, also while it is sent (D99); null in the form. */
  readonly review: OrderReview | null
  readonly isChanged: boolean
  /** The broken rule after 'Reenviar', and its field. */
  readonly error: { readonly field: CorrectionViolation['code']; readonly text: string } | null
  readonly receipt: RequestReceipt | null
  readonly failure: string | null
  readonly mayExist: boolean
  /** The request of another administrator who was first; null without one. */
  readonly earlier: RequestReceipt | null
}

export interface CorrectionView extends Readable<CorrectionState> {
  readonly userList: ListView<AssignableUser, never>
  /** Offers the assignable users in the place of the user. */
  offerUsers(): void
  chooseUser(id: string): void
  writeObservations(text: string): void
  typeQuantity(text: string): void
  attach(id: string, file: AttachedFile): void
  detach(id: string): void
  /** Sends a valid correction, or opens the review of a purchase, or shows the error. */
  submit(): void
  /** Sends the reviewed purchase. Has no effect outside the review. */
  confirm(): void
  /** Goes from the review to the form, which keeps what was typed. */
  back(): void
  /** Uploads the failed file of one requirement again. */
  retry(id: string): void
}

interface CorrectionDeps extends ResourceDeps, Omit<DocumentsDeps, 'requests'> {
  readonly requests: Pick<RequestsGateway, 'detail' | 'correct' | 'upload'>
  readonly packages: Pick<PackagesGateway, 'groups' | 'offers'>
  readonly screens: Pick<ScreensGateway, 'assignable'>
  readonly newKey: NewKey
  readonly work: Pick<InterruptedWork, 'find' | 'registerForm'>
}

type Step = CorrectionState['step']

function toStep(state: SnapshotFrom<typeof correctionMachine>): Step {
  if (state.children.uploads?.getSnapshot().matches('incomplete')) return 'some-failed'
  if (state.hasTag('busy')) return 'sending'
  if (state.matches('reviewing')) return 'reviewing'
  return state.matches('done') ? 'done' : 'editing'
}

type Sources = {
  readonly flow: { readonly context: CorrectionContext; readonly step: Step }
  readonly detail: ResourceState<RequestDetail>
  readonly offers: ResourceState<readonly PackageOffer[]>
  readonly groups: ResourceState<readonly PackageGroup[]>
  readonly users: ResourceState<readonly AssignableUser[]>
  readonly picking: { readonly isOpen: boolean }
}

/** The present price of the package; the sent one before it is known. */
const findPrice = ({ packageId, price }: RequestDetail, offers: Sources['offers']): number | null =>
  offers.value?.find(({ id }) => id === packageId)?.price ?? price

const toValues = ({ observations, quantity }: CorrectionForm, detail: RequestDetail | null) => ({
  observations: observations ?? detail?.observations ?? '',
  quantity: quantity ?? `${detail?.quantity ?? ''}`,
})

/** Returns the correction to send, which is the last one after a lost reply, or its broken rule. */
function checkCorrection(
  { flow: { context }, offers }: Pick<Sources, 'flow' | 'offers'>,
  detail: RequestDetail,
): Result<Correction, CorrectionViolation> {
  const { form, attempt } = context
  if (attempt?.isUnsettled) return ok(attempt.request)
  const typed = toValues(form, detail)
  const isPurchase = detail.kind === 'purchase'
  const quantity = parseQuantity(typed.quantity)
  const correction = {
    userId: form.user?.id ?? null,
    observations: typed.observations.trim(),
    quantity: isPurchase && quantity.ok ? quantity.value : null,
    price: isPurchase ? findPrice(detail, offers) : null,
    keptIds: detail.documents.filter(({ id, uploaded }) => uploaded && !form.files[id]).map(({ id }) => id),
  }
  const violation = correctionViolation(detail, correction)
  return violation === null ? ok(correction) : err(violation)
}

function toDocumentState(
  { form, files, receipt }: CorrectionContext,
  { id, file, bytes, uploaded }: RequestDocument,
): CorrectionDocument['document'] {
  const upload = receipt === null ? undefined : files.find((entry) => entry.id === id)
  if (upload) return toDocument(upload)
  if (uploaded && !form.files[id]) return { kind: 'stored', name: file ?? '', size: bytes ?? 0 }
  return toChosenDocument(form.files[id])
}

function toDocuments(context: CorrectionContext, detail: RequestDetail, namedIds: readonly string[]) {
  return detail.documents.map((one): CorrectionDocument => {
    const document = toDocumentState(context, one)
    const isMarked = document.kind === 'stored' && namedIds.includes(one.id)
    return { id: one.id, name: one.name, document, mark: isMarked ? namedFileText(one.file) : null }
  })
}

function toFailure({ context: { failure, files }, step }: Sources['flow'], mayExist: boolean): string | null {
  const texts = [
    failure && formFailureMessage(failure),
    mayExist ? REQUEST_MAY_EXIST : null,
    step === 'some-failed' ? stoppedUploadsText(files) : null,
  ]
  return texts.filter((text) => text !== null).join(' ') || null
}

function toError(sources: Sources): CorrectionState['error'] {
  const { context, step } = sources.flow
  const request = sources.detail.value
  if (!context.showsErrors || step !== 'editing' || request === null) return null
  const checked = checkCorrection(sources, request)
  return checked.ok ? null : { field: checked.error.code, text: violationText(checked.error) }
}

/** What the state shows of the loaded request. */
function toRequestState({ flow: { context }, detail: { value }, offers }: Sources) {
  if (value === null) return { documents: [], namedDocuments: [], total: null }
  const namedIds = findNamedDocuments(value.reason, value.documents)
  const quantity = parseQuantity(toValues(context.form, value).quantity)
  const price = findPrice(value, offers)
  return {
    documents: toDocuments(context, value, namedIds),
    namedDocuments: value.documents.filter(({ id }) => namedIds.includes(id)).map(({ name }) => name),
    total: quantity.ok && price !== null ? orderTotal(price, quantity.value) : null,
  }
}

const isChanged = ({ user, observations, quantity, files }: CorrectionForm): boolean =>
  user !== null || observations !== null || quantity !== null || Object.keys(files).length > 0

/** The review of a purchase, which has a quantity and a price. */
function toCorrectionReview({ flow, detail: { value }, offers, groups }: Sources): OrderReview | null {
  const { quantity = null, price = null } = flow.context.reviewed ?? {}
  if (value === null || quantity === null || price === null) return null
  const { packageId, packageCode: code } = value
  const name = offers.value?.find(({ id }) => id === packageId)?.name ?? ''
  return toReview({ quantity, price }, { code, name }, groups.value)
}

function toState(sources: Sources): CorrectionState {
  const { flow, detail, users, picking } = sources
  const { form, receipt, attempt } = flow.context
  const mayExist = receipt === null && attempt?.isUnsettled === true && flow.step !== 'sending'
  return {
    ...toValues(form, detail.value),
    ...toRequestState(sources),
    step: flow.step,
    detail,
    users: picking.isOpen ? users : null,
    user: form.user,
    review: toCorrectionReview(sources),
    isChanged: isChanged(form),
    error: toError(sources),
    receipt,
    failure: toFailure(flow, mayExist),
    mayExist,
    earlier: receipt === null && !mayExist ? (detail.value?.correction ?? null) : null,
  }
}

/**
 * Creates the dialog that sends a rejected request again (D90). Calls `onRequestEnd` when the loaded
 * requests may be outdated. The dialog opens again after an ended session (D69).
 */
export function createCorrectionView(deps: CorrectionDeps, id: string, onRequestEnd: () => void): CorrectionView {
  const { requests, packages, screens, work, newKey } = deps
  const saved = work.find('correction')
  const draft = saved?.requestId === id ? saved.draft : EMPTY_CORRECTION_DRAFT
  const detail = createResource<RequestDetail>(deps, {
    load: (signal) => requests.detail(id, signal),
    interval: null,
  })
  // Only a purchase needs them: its price, and the monthly cost of its review.
  const offers = createResource<readonly PackageOffer[]>(deps, { load: packages.offers, interval: null })
  const groups = createResource<readonly PackageGroup[]>(deps, { load: packages.groups, interval: null })
  const picking = createState({ isOpen: draft.form.user !== null })
  const usersSource = { load: screens.assignable, interval: USERS_REFRESH_MS }
  const users = createResource<readonly AssignableUser[]>(
    deps,
    picking.getSnapshot().isOpen ? usersSource : { load: async () => ok([]), interval: null },
  )
  const userList = createListView<AssignableUser, never>({
    ...{ columns: [], toKey: () => null, filters: {}, pageSize: PAGE_SIZES.dialogs },
    toId: ({ id: userId }) => userId,
    toTexts: ({ name }) => [name],
  })
  const call = createCaller(deps)
  const machine = correctionMachine.provide({
    actors: {
      createRequest: call(async ({ request, key }, signal) => {
        const result = await requests.correct(id, request, key, signal)
        if (result.ok || result.error.kind !== 'rejected') return result
        // The refusal may tell that another administrator was first, or that the price has changed.
        const [current, currentOffers] = await Promise.all([requests.detail(id, signal), packages.offers(signal)])
        if (current.ok) detail.push(current.value)
        if (currentOffers.ok) offers.push(currentOffers.value)
        if (picking.getSnapshot().isOpen) users.retry()
        return result
      }),
      uploads: provideUploads(deps, (event) => flow.send(event)),
    },
    actions: { notifyCreationEnd: onRequestEnd },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => draft,
    select: (state): Sources['flow'] => ({ context: state.context, step: toStep(state) }),
  })
  const sources = combine({ flow, detail, offers, groups, users, picking }, (all): Sources => all)

  const start = () =>
    startAll(
      work.registerForm(() => {
        const { form, attempt, receipt } = flow.getSnapshot().context
        return receipt === null ? { kind: 'correction', requestId: id, draft: { form, attempt } } : null
      }),
      users.subscribe(() => userList.setRows(users.getSnapshot().value)).unsubscribe,
    )

  return {
    ...withWork(
      combine({ all: sources }, ({ all }) => toState(all)),
      start,
    ),
    userList,
    offerUsers() {
      picking.set({ isOpen: true })
      users.setSource(usersSource)
    },
    chooseUser(userId) {
      const user = users.getSnapshot().value?.find((candidate) => candidate.id === userId) ?? null
      flow.send({ type: 'CHANGE', change: { user } })
    },
    writeObservations: (observations) => flow.send({ type: 'CHANGE', change: { observations } }),
    typeQuantity: (quantity) => flow.send({ type: 'CHANGE', change: { quantity } }),
    attach: (requirementId, file) => flow.send({ type: 'ATTACH', id: requirementId, file }),
    detach: (requirementId) => flow.send({ type: 'DETACH', id: requirementId }),
    submit() {
      const all = sources.getSnapshot()
      if (all.detail.value === null) return
      const correction = checkCorrection(all, all.detail.value)
      flow.send({ type: 'SUBMIT', correction: correction.ok ? correction.value : null, newKey: newKey() })
    },
    confirm: () => flow.send({ type: 'CONFIRM', newKey: newKey() }),
    back: () => flow.send({ type: 'BACK' }),
    retry: (requirementId) => flow.send({ type: 'RETRY', id: requirementId }),
  }
}
