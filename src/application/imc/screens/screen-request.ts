import type { SnapshotFrom } from 'xstate'
import type { ImcSessionStore, NewKey, ScreensGateway } from '#src/application/imc/ports.ts'
import { type DocumentsDeps, provideUploads } from '#src/application/imc/requests/documents.ts'
import {
  checkRequest,
  findChoice,
  type ScreenRequestState,
  type Sources,
  type Subject,
  toFreeScreenId,
  toState,
} from '#src/application/imc/screens/screen-request-state.ts'
import type { Draft, InterruptedWork } from '#src/application/imc/session/interrupted-work.ts'
import { createCaller, createFlow } from '#src/application/platform/flow.ts'
import { createListView, type ListView } from '#src/application/platform/list.ts'
import { startAll } from '#src/application/platform/listeners.ts'
import { combine, type Readable, withWork } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps } from '#src/application/platform/resource.ts'
import type { AttachedFile } from '#src/domain/attachment.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { PAGE_SIZES } from '#src/domain/imc/page-sizes.ts'
import type { Requirement } from '#src/domain/imc/requests/requests.ts'
import { type AssignableUser, type FreeScreen, isSameScreen, type Profile } from '#src/domain/imc/screens/screen.ts'
import {
  EMPTY_REQUEST_DRAFT,
  type ScreenRequestDraft,
  screenRequestMachine,
} from '#src/domain/imc/screens/screen-request-machine.ts'
import type { ChangeMove, ScreenRequestForm } from '#src/domain/imc/screens/screen-requests.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Refresh interval of the choices in an open dialog, in ms. */
const CHOICES_REFRESH_MS = MINUTE_MS

/**
 * Links a free screen to a user, assigns one to a user (D103), or changes the screen or the user of a
 * link (§2.5, D27).
 */
export interface ScreenRequestView extends Readable<ScreenRequestState> {
  readonly userList: ListView<AssignableUser, never>
  readonly freeScreenList: ListView<FreeScreen, never>
  chooseMove(move: ChangeMove): void
  chooseProfile(id: string): void
  /** Chooses a free screen; `id` is a result of `toFreeScreenId`. */
  chooseScreen(id: string): void
  chooseUser(id: string): void
  writeObservations(text: string): void
  attach(id: string, file: AttachedFile): void
  detach(id: string): void
  /** Opens the confirmation of a valid choice, sends a valid assignment, or shows the errors. */
  submit(): void
  /** Sends the request. A second call has no effect. */
  confirm(): void
  /** Returns from the confirmation to the form. */
  cancelConfirmation(): void
  /** Uploads the failed document of one requirement again. */
  retry(id: string): void
}

export interface ScreenRequestDeps extends ResourceDeps, DocumentsDeps {
  readonly screens: Pick<ScreensGateway, 'requirements' | 'profiles' | 'free' | 'assignable' | 'link' | 'change'>
  readonly imcSession: Pick<ImcSessionStore, 'readAssignable' | 'writeAssignable'>
  readonly newKey: NewKey
  readonly work: Pick<InterruptedWork, 'find' | 'registerForm'>
}

/** A list that the dialog does not offer. */
const NOTHING = { load: async () => ok([]), interval: CHOICES_REFRESH_MS }

const STEPS = ['confirming', 'done'] as const

function toStep(state: SnapshotFrom<typeof screenRequestMachine>): ScreenRequestState['step'] {
  if (state.children.uploads?.getSnapshot().matches('incomplete')) return 'some-failed'
  return state.hasTag('busy') ? 'sending' : (STEPS.find((step) => state.matches(step)) ?? 'choosing')
}

const CHOICE_RULES = { columns: [], toKey: () => null, filters: {}, pageSize: PAGE_SIZES.dialogs } as const

/** Shows the stored assignable users, if any, and loads and stores them again (D32). */
function createAssignableUsers({ imcSession, screens, ...deps }: ScreenRequestDeps) {
  const cached = imcSession.readAssignable()
  return createResource<readonly AssignableUser[]>(
    deps,
    { load: screens.assignable, interval: CHOICES_REFRESH_MS },
    {
      // An update time of 0 makes the cached users outdated: they are loaded again at once.
      first: cached && { value: cached, updatedAt: 0, receivedAt: 0 },
      onLoad: imcSession.writeAssignable,
    },
  )
}

/** Finds the saved form of the same screen or user. */
function findDraft(subject: Subject, work: Pick<InterruptedWork, 'find'>): ScreenRequestDraft | null {
  if (subject.action === 'assign') {
    const saved = work.find('assign')
    return saved?.user.id === subject.user.id ? saved.draft : null
  }
  const saved = work.find(subject.action)
  return saved && isSameScreen(saved.row, subject.row) ? saved.draft : null
}

const toDraft = (subject: Subject, draft: ScreenRequestDraft): Draft =>
  subject.action === 'assign'
    ? { kind: 'assign', user: subject.user, draft }
    : { kind: subject.action, row: subject.row, draft }

/**
 * Creates the dialog of an action on a screen or on a user. A change requires the documents of the
 * user's profile, which does not change. An assignment starts with the profile of the chosen screen. Calls `onRequestEnd` when the rows of the screens page may be
 * outdated. The dialog opens again after an ended session (D69).
 */
export function createScreenRequestView(
  deps: ScreenRequestDeps,
  subject: Subject,
  onRequestEnd: () => void,
): ScreenRequestView {
  const { screens, work, newKey } = deps
  const profileId = subject.action === 'assign' ? null : subject.row.profileId
  const newForm = { ...EMPTY_REQUEST_DRAFT.form, profileId: subject.action === 'change' ? profileId : null }
  const draft = findDraft(subject, work) ?? { ...EMPTY_REQUEST_DRAFT, form: newForm }

  const toSource = <T>(load: (signal: AbortSignal) => Promise<Result<readonly T[], CallFailure>>) => ({
    load,
    interval: CHOICES_REFRESH_MS,
  })
  const toProfilesSource = (id: string | null) =>
    id === null ? NOTHING : toSource((signal) => screens.profiles(id, signal))
  const profiles = createResource<readonly Profile[]>(
    deps,
    toProfilesSource(subject.action === 'link' ? profileId : null),
  )
  const freeScreens = createResource<readonly FreeScreen[]>(
    deps,
    subject.action === 'link' ? NOTHING : toSource((signal) => screens.free(profileId, signal)),
  )
  const users =
    subject.action === 'assign' ? createResource<readonly AssignableUser[]>(deps, NOTHING) : createAssignableUsers(deps)
  const toRequirementsSource = (id: string | null) =>
    id === null ? NOTHING : toSource((signal) => screens.requirements(id, signal))
  const requirements = createResource<readonly Requirement[]>(deps, toRequirementsSource(draft.form.profileId))

  const userList = createListView<AssignableUser, never>({
    ...CHOICE_RULES,
    toId: ({ id }) => id,
    toTexts: ({ name }) => [name],
  })
  const freeScreenList = createListView<FreeScreen, never>({
    ...CHOICE_RULES,
    toId: toFreeScreenId,
    toTexts: ({ screen, code, number, profile }) => [screen, code, number, profile],
  })

  const call = createCaller(deps)
  const machine = screenRequestMachine.provide({
    actors: {
      createRequest: call(({ request, key }, signal) =>
        'screen' in request ? screens.link(request, key, signal) : screens.change(request, key, signal),
      ),
      uploads: provideUploads(deps, (event) => flow.send(event)),
    },
    actions: {
      notifyCreationEnd(_, { isCreated }) {
        if (isCreated) for (const list of [userList, freeScreenList]) list.clear()
        freeScreens.retry()
        users.retry()
        onRequestEnd()
      },
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => draft,
    select: (state): Sources['flow'] => ({ context: state.context, step: toStep(state) }),
  })
  const sources = combine({ flow, profiles, freeScreens, users, requirements }, (all): Sources => all)

  /** After the request is created, the lists show only the choice. */
  function showRows() {
    const { submitted, receipt } = flow.getSnapshot().context
    const isCreated = receipt !== null
    userList.setRows(isCreated && submitted.users.length > 0 ? submitted.users : users.getSnapshot().value)
    freeScreenList.setRows(
      isCreated && submitted.screens.length > 0 ? submitted.screens : freeScreens.getSnapshot().value,
    )
  }

  let requiredProfileId = draft.form.profileId
  function loadRequirements() {
    const { form } = flow.getSnapshot().context
    if (form.profileId === requiredProfileId) return
    requiredProfileId = form.profileId
    requirements.setSource(toRequirementsSource(form.profileId))
  }

  /** The profile of the screen whose profiles are loaded; null without a screen. */
  let offeredProfileId = profileId
  /** Loads the profiles of the chosen screen of an assignment. */
  function loadProfiles() {
    const target = subject.action === 'assign' ? findChoice(subject, sources.getSnapshot()).target : null
    if (target === null || target.profileId === offeredProfileId) return
    offeredProfileId = target.profileId
    profiles.setSource(toProfilesSource(offeredProfileId))
  }

  /** Chooses a screen. An assignment gets the screen's profile, unless the chosen one fits too. */
  function chooseScreen(targetId: string) {
    const target = freeScreens.getSnapshot().value?.find((one) => toFreeScreenId(one) === targetId)
    const hasOtherProfiles = subject.action === 'assign' && target && target.profileId !== offeredProfileId
    choose({ targetId, ...(hasOtherProfiles && { profileId: target.profileId }) })
  }

  /** Chooses the profile if there is only one. */
  function chooseOnlyProfile() {
    const [only, ...others] = profiles.getSnapshot().value ?? []
    if (flow.getSnapshot().context.form.profileId === null && only && others.length === 0)
      choose({ profileId: only.id })
  }

  const choose = (change: Partial<Omit<ScreenRequestForm, 'files'>>) => flow.send({ type: 'CHANGE', change })

  function start() {
    showRows()
    loadRequirements()
    return startAll(
      work.registerForm(() => {
        const { form, submitted, attempt, receipt } = flow.getSnapshot().context
        return receipt === null ? toDraft(subject, { form, submitted, attempt }) : null
      }),
      sources.subscribe(showRows).unsubscribe,
      flow.subscribe(loadRequirements).unsubscribe,
      sources.subscribe(loadProfiles).unsubscribe,
      profiles.subscribe(chooseOnlyProfile).unsubscribe,
    )
  }

  return {
    ...withWork(
      combine({ all: sources }, ({ all }) => toState(subject, all)),
      start,
    ),
    userList,
    freeScreenList,
    chooseMove: (move) => choose({ move }),
    chooseProfile: (id) => choose({ profileId: id }),
    chooseScreen,
    chooseUser: (userId) => choose({ userId }),
    writeObservations: (observations) => choose({ observations }),
    attach: (id, file) => flow.send({ type: 'ATTACH', id, file }),
    detach: (id) => flow.send({ type: 'DETACH', id }),
    submit() {
      const all = sources.getSnapshot()
      const { files } = all.flow.context.form
      const { user, target } = findChoice(subject, all)
      const request = checkRequest(subject, all)
      // Before the requirements are loaded, the request would have no documents.
      const required = all.requirements.value
      flow.send({
        type: 'SUBMIT',
        request: request.ok && required !== null ? request.value : null,
        documents: (required ?? []).flatMap(({ id }) => (files[id] ? [{ id, file: files[id] }] : [])),
        submitted: { users: user ? [user] : [], screens: target ? [target] : [] },
        newKey: newKey(),
      })
      // An assignment shows its outcome in the form, and asks nothing more (D103). The machine ignores
      // the event after an invalid choice.
      if (subject.action === 'assign') flow.send({ type: 'CONFIRM' })
    },
    confirm: () => flow.send({ type: 'CONFIRM' }),
    cancelConfirmation: () => flow.send({ type: 'CANCEL' }),
    retry: (id) => flow.send({ type: 'RETRY', id }),
  }
}
