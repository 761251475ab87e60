import type { ImcSessionStore, ScreensGateway } from '#src/application/imc/ports.ts'
import { createAssignableUsers, createChoiceList } from '#src/application/imc/screens/choices.ts'
import {
  CHOICES_REFRESH_MS,
  createRequestCheck,
  createRequestForm,
  type RequestFormActions,
  type RequestFormDeps,
  type RequestFormState,
} from '#src/application/imc/screens/request-form.ts'
import {
  type RequestErrors,
  screenChangeQuestion,
  userChangeQuestion,
} from '#src/application/imc/screens/request-form-messages.ts'
import type { ListView } from '#src/application/platform/list.ts'
import { createRefreshable, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceState } from '#src/application/platform/resource.ts'
import { type ChangeRequest, checkChange } from '#src/domain/imc/requests/screen-requests.ts'
import type { AssignableUser, FreeScreen, ScreenRow } from '#src/domain/imc/screens/screen.ts'

/** The moves of a change: another screen for the user, or another user for the screen (D27). */
export const CHANGE_MOVES = ['screen', 'user'] as const
export type ChangeMove = (typeof CHANGE_MOVES)[number]

export const toFreeScreenId = ({ number, screen }: Pick<FreeScreen, 'number' | 'screen'>): string =>
  `${number}/${screen}`

/** The state of the dialog 'Cambio de pantalla', for the UI. */
export interface ChangeState extends RequestFormState {
  readonly row: ScreenRow
  readonly move: ChangeMove
  readonly freeScreens: ResourceState<readonly FreeScreen[]>
  readonly target: FreeScreen | null
  readonly users: ResourceState<readonly AssignableUser[]>
  readonly user: AssignableUser | null
  readonly errors: RequestErrors
  /** The question of the confirmation. */
  readonly question: string
}

/** Moves a user to another screen, or assigns the screen to another user (§2.5, D27). */
export interface ChangeView extends Readable<ChangeState>, RequestFormActions {
  readonly freeScreenList: ListView<FreeScreen, never>
  readonly userList: ListView<AssignableUser, never>
  chooseMove(move: ChangeMove): void
  /** Chooses a free screen; `id` is a result of `toFreeScreenId`. */
  chooseScreen(id: string): void
  chooseUser(id: string): void
  /** Opens the confirmation of a valid choice, or shows the errors. */
  submit(): void
}

interface ChangeDeps extends RequestFormDeps {
  readonly screens: Pick<ScreensGateway, 'requirements' | 'free' | 'assignable' | 'change'>
  readonly imcSession: Pick<ImcSessionStore, 'readAssignable' | 'writeAssignable'>
}

/**
 * Creates the view of a change. Both moves require the documents of the user's profile, which does
 * not change. Calls `onRequestEnd` when the rows of the screens page may be outdated.
 */
export function createChangeView(deps: ChangeDeps, row: ScreenRow, onRequestEnd: () => void): ChangeView {
  const { screens } = deps
  const freeScreens = createResource<readonly FreeScreen[]>(deps, {
    load: (signal) => screens.free(row.profileId, signal),
    interval: CHOICES_REFRESH_MS,
  })
  const freeChoices = createChoiceList(freeScreens, {
    toId: toFreeScreenId,
    toTexts: ({ screen, code, number, profile }) => [screen, code, number, profile],
  })
  const assignable = createAssignableUsers(deps)
  const saved = deps.work.find('change')
  const draft = saved?.row.screen === row.screen && saved.row.number === row.number ? saved : null
  const form = createRequestForm<ChangeRequest>(deps, {
    send: screens.change,
    restored: draft?.request ?? null,
    onChange: () => refresh(),
    onRequestEnd() {
      if (form.read().receipt) {
        if (submitted.user) assignable.showSent(submitted.user)
        if (submitted.target) freeChoices.showSent(submitted.target)
      }
      freeScreens.retry()
      assignable.users.retry()
      onRequestEnd()
    },
  })
  let move: ChangeMove = draft?.move ?? 'screen'
  let targetId = draft?.targetId ?? null
  let userId = draft?.userId ?? null
  let submitted: Pick<ChangeState, 'user' | 'target'> = { user: null, target: null }

  const isChoosing = () => form.read().step === 'choosing'
  // The lists no longer contain the user and screen of a sent request.
  const findUser = () => (isChoosing() ? assignable.find(userId) : submitted.user)
  const findTarget = () => (isChoosing() ? freeChoices.find(targetId) : submitted.target)

  const check = createRequestCheck(form, () =>
    checkChange(
      row,
      {
        target: move === 'screen' ? findTarget() : null,
        userId: move === 'user' ? (findUser()?.id ?? null) : null,
        observations: form.read().observations,
      },
      form.files(),
      form.requirements(),
    ),
  )

  function readState(): ChangeState {
    const [user, target] = [findUser(), findTarget()]
    const currentUser = row.fullName ?? ''
    return {
      ...form.read(),
      row,
      move,
      freeScreens: freeScreens.getSnapshot(),
      target,
      users: assignable.users.getSnapshot(),
      user,
      errors: check.errors(),
      question:
        move === 'screen'
          ? screenChangeQuestion(currentUser, row.screen, target?.screen ?? '')
          : userChangeQuestion(row.screen, currentUser, user?.name ?? ''),
    }
  }

  const view = createRefreshable<ChangeState>(readState, () => {
    form.setProfile(row.profileId)
    const unsubscribes = [
      form.start(),
      assignable.start(refresh),
      freeChoices.start(refresh),
      deps.work.registerForm(() => {
        const request = form.draft()
        return request && { kind: 'change', row, move, targetId, userId, request }
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

  return {
    freeScreenList: freeChoices.list,
    userList: assignable.list,
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    chooseMove(next) {
      move = next
      check.clear()
      refresh()
    },
    chooseScreen(id) {
      targetId = id
      refresh()
    },
    chooseUser(id) {
      userId = id
      refresh()
    },
    submit() {
      submitted = { user: findUser(), target: findTarget() }
      check.submit(form.read().requirements !== null)
      refresh()
    },
    attach: form.attach,
    detach: form.detach,
    writeObservations: form.writeObservations,
    confirm: form.confirm,
    cancelConfirmation: form.cancelConfirmation,
    retry: form.retry,
  }
}
