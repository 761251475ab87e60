import type { AttachedFile, ImcSessionStore, ScreensGateway } from '#src/application/imc/ports.ts'
import { createAssignableUsers } from '#src/application/imc/screens/choices.ts'
import {
  CHOICES_REFRESH_MS,
  createRequestCheck,
  createRequestForm,
  type RequestFormActions,
  type RequestFormDeps,
  type RequestFormState,
} from '#src/application/imc/screens/request-form.ts'
import { linkQuestion, type RequestErrors } from '#src/application/imc/screens/request-form-messages.ts'
import type { ListView } from '#src/application/platform/list.ts'
import { createRefreshable, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceState } from '#src/application/platform/resource.ts'
import { checkLink, type LinkRequest } from '#src/domain/imc/requests/screen-requests.ts'
import type { AssignableUser, Profile, ScreenRow } from '#src/domain/imc/screens/screen.ts'

/** The state of the dialog 'Usuarios asignables', for the UI. */
export interface LinkState extends RequestFormState {
  readonly profiles: ResourceState<readonly Profile[]>
  readonly profileId: string | null
  readonly users: ResourceState<readonly AssignableUser[]>
  readonly user: AssignableUser | null
  readonly errors: RequestErrors
  /** The question of the confirmation. */
  readonly question: string
}

/** Links a free screen to a user (§2.5). */
export interface LinkView extends Readable<LinkState>, RequestFormActions {
  readonly userList: ListView<AssignableUser, never>
  chooseProfile(id: string): void
  chooseUser(id: string): void
  /** Opens the confirmation of a valid choice, or shows the errors. */
  submit(): void
}

interface LinkDeps extends RequestFormDeps {
  readonly screens: Pick<ScreensGateway, 'requirements' | 'profiles' | 'assignable' | 'link'>
  readonly imcSession: Pick<ImcSessionStore, 'readAssignable' | 'writeAssignable'>
}

/** Calls `onRequestEnd` when the rows of the screens page may be outdated. */
export function createLinkView(deps: LinkDeps, row: ScreenRow, onRequestEnd: () => void): LinkView {
  const { screens } = deps
  const { packageId, number, profileId: screenProfileId, screen } = row
  const screenKey = { packageId, number, profileId: screenProfileId, screen }
  const profiles = createResource<readonly Profile[]>(deps, {
    load: (signal) => screens.profiles(screenProfileId, signal),
    interval: CHOICES_REFRESH_MS,
  })
  const assignable = createAssignableUsers(deps)
  const saved = deps.work.find('link')
  const draft = saved?.row.screen === screen && saved.row.number === number ? saved : null
  const form = createRequestForm<LinkRequest>(deps, {
    send: screens.link,
    restored: draft?.request ?? null,
    onChange: () => refresh(),
    onRequestEnd() {
      if (submittedUser && form.read().receipt) assignable.showSent(submittedUser)
      assignable.users.retry()
      onRequestEnd()
    },
  })
  let profileId = draft?.profileId ?? null
  let userId = draft?.userId ?? null
  let submittedUser: AssignableUser | null = null

  const isChoosing = () => form.read().step === 'choosing'
  // The list no longer contains the user of a sent request.
  const findUser = () => (isChoosing() ? assignable.find(userId) : submittedUser)
  const findProfile = () => profiles.getSnapshot().value?.find(({ id }) => id === profileId) ?? null

  const check = createRequestCheck(form, () =>
    checkLink(
      screenKey,
      { profileId, userId: findUser()?.id ?? null, observations: form.read().observations },
      form.files(),
      {
        profiles: profiles.getSnapshot().value ?? [],
        requirements: form.requirements(),
      },
    ),
  )

  function readState(): LinkState {
    return {
      ...form.read(),
      profiles: profiles.getSnapshot(),
      profileId,
      users: assignable.users.getSnapshot(),
      user: findUser(),
      errors: check.errors(),
      question: linkQuestion(screen, findUser()?.name ?? '', findProfile()?.name ?? ''),
    }
  }

  const view = createRefreshable<LinkState>(readState, () => {
    form.setProfile(profileId)
    const unsubscribes = [
      form.start(),
      assignable.start(refresh),
      profiles.subscribe(chooseOnlyProfile).unsubscribe,
      deps.work.registerForm(() => {
        const request = form.draft()
        return request && { kind: 'link', row, profileId, userId, request }
      }),
    ]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  })

  function refresh() {
    check.refresh()
    view.refresh()
  }

  function chooseProfile(id: string | null) {
    profileId = id
    form.setProfile(id)
    refresh()
  }

  /** Chooses the profile if there is only one. */
  function chooseOnlyProfile() {
    const [only, ...others] = profiles.getSnapshot().value ?? []
    if (profileId === null && only && others.length === 0) chooseProfile(only.id)
    refresh()
  }

  return {
    userList: assignable.list,
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    chooseProfile,
    chooseUser(id) {
      userId = id
      refresh()
    },
    submit() {
      submittedUser = findUser()
      // Before the requirements are loaded, the request would have no documents.
      check.submit(form.read().requirements !== null)
      refresh()
    },
    attach: (id: string, file: AttachedFile) => form.attach(id, file),
    detach: form.detach,
    writeObservations: form.writeObservations,
    confirm: form.confirm,
    cancelConfirmation: form.cancelConfirmation,
    retry: form.retry,
  }
}
