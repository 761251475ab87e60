import { formFailureMessage, REQUEST_MAY_EXIST } from '#src/application/imc/messages.ts'
import {
  type RequirementState,
  stoppedUploadsText,
  toChosenDocument,
  toDocument,
} from '#src/application/imc/requests/documents.ts'
import {
  assignOutcome,
  linkQuestion,
  NO_REQUEST_ERRORS,
  type RequestErrors,
  SCREEN_TAKEN,
  screenChangeQuestion,
  toRequestErrors,
  userChangeQuestion,
} from '#src/application/imc/screens/request-form-messages.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import type { RequestReceipt, Requirement } from '#src/domain/imc/requests/requests.ts'
import {
  type AssignableUser,
  type FreeScreen,
  type Profile,
  type ScreenKey,
  type ScreenRow,
  toScreenKey,
} from '#src/domain/imc/screens/screen.ts'
import type { ScreenRequestContext } from '#src/domain/imc/screens/screen-request-machine.ts'
import {
  type ChangeMove,
  checkChange,
  checkLink,
  fileViolations,
  type ScreenRequest,
  type ScreenRequestViolations,
} from '#src/domain/imc/screens/screen-requests.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

export const toFreeScreenId = ({ number, screen }: Pick<FreeScreen, 'number' | 'screen'>): string =>
  `${number}/${screen}`

/**
 * The state of the dialogs 'Usuarios asignables' (link), 'Cambio de pantalla' (change) and 'Asignar
 * pantalla' (assign), for the UI. Only a change has a move. A link has no target, a change no choice
 * of a profile, an assignment no choice of a user.
 */
export interface ScreenRequestState {
  readonly step: 'choosing' | 'confirming' | 'sending' | 'some-failed' | 'done'
  readonly move: ChangeMove
  readonly profiles: ResourceState<readonly Profile[]>
  readonly profileId: string | null
  readonly freeScreens: ResourceState<readonly FreeScreen[]>
  readonly target: FreeScreen | null
  readonly users: ResourceState<readonly AssignableUser[]>
  readonly user: AssignableUser | null
  /** The documents to attach; null before they are loaded. */
  readonly requirements: readonly RequirementState[] | null
  /** The load state of the requirements; null before a profile is chosen. */
  readonly requirementsLoad: ResourceState<readonly Requirement[]> | null
  /** Number of required documents without a file. */
  readonly missingFiles: number
  readonly observations: string
  /** Empty until 'Enviar' is pressed, then updated; but a screen that is taken shows at once. */
  readonly errors: RequestErrors
  /** The question of the confirmation; of an assignment its outcome, '' before the choice. */
  readonly question: string
  /** Set after the service created the request. */
  readonly receipt: RequestReceipt | null
  /** Why the request was not accepted, or why its uploads stopped; null without a failure. */
  readonly failure: string | null
  /**
   * True after a lost reply: the service may have the request. The choice is then locked, and
   * `submit` sends the identical request again.
   */
  readonly mayExist: boolean
}

/** The screen or the user of the dialog, and what is done with it. */
export type Subject =
  | { readonly action: 'link' | 'change'; readonly row: ScreenRow }
  | { readonly action: 'assign'; readonly user: AssignableUser }

/** All that the state is made of. */
export type Sources = {
  readonly flow: { readonly context: ScreenRequestContext; readonly step: ScreenRequestState['step'] }
  readonly profiles: ResourceState<readonly Profile[]>
  readonly freeScreens: ResourceState<readonly FreeScreen[]>
  readonly users: ResourceState<readonly AssignableUser[]>
  readonly requirements: ResourceState<readonly Requirement[]>
}

/** The lists no longer contain the user and the screen of a sent request. */
export function findChoice(subject: Subject, { flow: { context, step }, users, freeScreens }: Sources) {
  const { form, submitted, attempt } = context
  const isChoosing = step === 'choosing' && !attempt?.isUnsettled
  const listedUser = isChoosing ? users.value?.find(({ id }) => id === form.userId) : submitted.users[0]
  return {
    user: subject.action === 'assign' ? subject.user : (listedUser ?? null),
    target:
      (isChoosing ? freeScreens.value?.find((one) => toFreeScreenId(one) === form.targetId) : submitted.screens[0]) ??
      null,
  }
}

/** The screen that the user gets; null before the choice of an assignment. */
function toLinkedScreen(subject: Subject, target: FreeScreen | null): ScreenKey | null {
  const screen = subject.action === 'assign' ? target : subject.row
  return screen && toScreenKey(screen)
}

/** Returns the request to send, which is the last one after a lost reply, or the errors. */
export function checkRequest(subject: Subject, sources: Sources): Result<ScreenRequest, ScreenRequestViolations> {
  const { form, attempt } = sources.flow.context
  const { move, profileId, observations, files } = form
  const { user, target } = findChoice(subject, sources)
  const requirements = sources.requirements.value ?? []
  if (attempt?.isUnsettled) {
    const wrongFiles = fileViolations(requirements, files)
    return Object.keys(wrongFiles).length > 0 ? err({ files: wrongFiles }) : ok(attempt.request)
  }
  const userId = user?.id ?? null
  if (subject.action === 'change') {
    const choice = move === 'screen' ? { target, userId: null, observations } : { target: null, userId, observations }
    return checkChange(subject.row, choice, files, requirements)
  }
  const screen = toLinkedScreen(subject, target)
  const offer = { profiles: sources.profiles.value ?? [], requirements }
  return checkLink(screen, { profileId, userId, observations }, files, offer)
}

/** The question of the confirmation. */
function toQuestion(subject: Subject, { profiles, flow }: Sources, { user, target }: ReturnType<typeof findChoice>) {
  const { profileId, move } = flow.context.form
  const profile = profiles.value?.find(({ id }) => id === profileId)?.name ?? ''
  if (subject.action === 'assign') return target ? assignOutcome(target, subject.user.name, profile) : ''
  const { action, row } = subject
  if (action === 'link') return linkQuestion(row.screen, user?.name ?? '', profile)
  const currentUser = row.fullName ?? ''
  return move === 'screen'
    ? screenChangeQuestion(currentUser, row.screen, target?.screen ?? '')
    : userChangeQuestion(row.screen, currentUser, user?.name ?? '')
}

/** The documents: the chosen files, or the uploads of a sent request. */
function toRequirements({ flow: { context, step }, requirements }: Sources): readonly RequirementState[] | null {
  if (context.form.profileId === null || requirements.value === null) return null
  const isEditable = step === 'choosing' || step === 'confirming'
  return requirements.value.map(({ id, name }) => {
    const upload = isEditable ? undefined : context.files.find((entry) => entry.id === id)
    return { id, name, document: upload ? toDocument(upload) : toChosenDocument(context.form.files[id]) }
  })
}

/** Whether the chosen screen of an assignment is no longer in the list of free screens. */
function isScreenTaken(subject: Subject, sources: Sources): boolean {
  const isLoaded = sources.freeScreens.value !== null && sources.flow.context.form.targetId !== null
  return subject.action === 'assign' && isLoaded && findChoice(subject, sources).target === null
}

function toErrors(subject: Subject, sources: Sources): RequestErrors {
  const { context, step } = sources.flow
  if (step !== 'choosing') return NO_REQUEST_ERRORS
  const request = context.showsErrors ? checkRequest(subject, sources) : null
  const errors = request === null || request.ok ? NO_REQUEST_ERRORS : toRequestErrors(request.error)
  return isScreenTaken(subject, sources) ? { ...errors, screen: SCREEN_TAKEN } : errors
}

export function toState(subject: Subject, sources: Sources): ScreenRequestState {
  const { flow, profiles, freeScreens, users } = sources
  const { form, receipt, failure, attempt } = flow.context
  const mayExist = receipt === null && attempt?.isUnsettled === true && flow.step !== 'sending'
  const requirements = toRequirements(sources)
  const choice = findChoice(subject, sources)
  const { move, profileId, observations } = form
  const failureTexts = [
    failure && formFailureMessage(failure),
    mayExist ? REQUEST_MAY_EXIST : null,
    flow.step === 'some-failed' ? stoppedUploadsText(flow.context.files) : null,
  ]
  return {
    step: flow.step,
    move,
    profileId,
    observations,
    profiles,
    freeScreens,
    users,
    ...choice,
    requirements,
    requirementsLoad: profileId === null ? null : sources.requirements,
    missingFiles: requirements?.filter(({ document }) => document.kind === 'missing').length ?? 0,
    errors: toErrors(subject, sources),
    question: toQuestion(subject, sources, choice),
    receipt,
    failure: failureTexts.filter((text) => text !== null).join(' ') || null,
    mayExist,
  }
}
