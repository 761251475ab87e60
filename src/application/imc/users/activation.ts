import { actionFailureMessage, ERROR_TITLE } from '#src/application/imc/messages.ts'
import type { UsersGateway } from '#src/application/imc/ports.ts'
import type { SavedTexts } from '#src/application/imc/users/user-form.ts'
import {
  ACTION_DONE,
  ACTION_WORDS,
  ACTIVATION_REFUSAL_TEXTS,
  activationResultText,
  LEFT_OUT_TEXTS,
} from '#src/application/imc/users/users.ts'
import { createCaller, createFlow, type FlowDeps, runWhile } from '#src/application/platform/flow.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import { type Readable, withWork } from '#src/application/platform/readable.ts'
import {
  type Activation,
  type ActivationItem,
  activationMachine,
  countItems,
  type UsersNotice,
} from '#src/domain/imc/users/activation-machine.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { type ActivationAction, type ActivationRefusal, findActivation } from '#src/domain/imc/users/user-actions.ts'

type Action = ActivationAction['action']

/** A user in the dialog and the state of the action for this user, for the UI. */
export interface ActivationItemState {
  readonly user: EntityUser
  readonly state: ActivationItem['state']
  /** Why the service refused the action, or why the user is left out. */
  readonly reason: string | null
}

/** The dialog: confirmation, progress and, for several users, a result per user. */
export interface ActivationDialog {
  /** A new number each time the dialog opens. */
  readonly opening: number
  readonly step: 'confirming' | 'sending' | 'results'
  readonly action: Action
  /** True for one row, false for the selected rows. */
  readonly single: boolean
  /** The users who are left out are at the end. */
  readonly items: readonly ActivationItemState[]
  /** How many users the action includes, and for how many it succeeded. */
  readonly includedCount: number
  readonly doneCount: number
}

/** The result of an action or of a saved form, or why an action is disabled. */
interface ActivationNotice {
  readonly tone: 'ok' | 'warn' | 'err'
  readonly lead: string
  readonly rest: string
  /** The name of the user; '' for several users. */
  readonly name: string
}

interface ActivationSnapshot {
  readonly dialog: ActivationDialog | null
  readonly notice: ActivationNotice | null
}

/** The action of a row: its name, why it is refused, and what a press on it does. */
interface RowActivation {
  readonly text: string
  readonly refusal: string | null
  press(): void
}

/** Activates or deactivates one or more users (§2.5, D35). */
export interface ActivationView extends Readable<ActivationSnapshot> {
  /** Returns the action that a user's row offers; null for an administrator. */
  offer(user: EntityUser): RowActivation | null
  /** Opens the confirmation for one user. */
  open(user: EntityUser, action: Action): void
  /**
   * Opens the confirmation for several users. Leaves out users without this action, with a reason.
   */
  openSeveral(users: readonly EntityUser[], action: Action): void
  confirm(): void
  close(): void
  /** Shows why a row's action is disabled. */
  explain(user: EntityUser, refusal: ActivationRefusal): void
  /** Shows that the form of a user was saved. */
  showSaved(texts: SavedTexts): void
  /** Removes the notice: the user closes it, selects a row or starts another action. */
  clearNotice(): void
}

interface ActivationViewDeps extends FlowDeps {
  readonly toasts: Pick<Toasts, 'show'>
  readonly users: Pick<UsersGateway, 'setActive'>
}

interface Listeners {
  /** All replies arrived, also after a refusal: the list may be outdated. */
  readonly onEnd: () => void
  /** The user closed the results of an action on several users. */
  readonly onResultsClosed: () => void
}

function toReason(item: ActivationItem, action: Action): string | null {
  if (item.state === 'refused') return actionFailureMessage(item.failure)
  if (item.state !== 'left-out') return null
  return item.exclusion === 'no-change' ? LEFT_OUT_TEXTS[action] : ACTIVATION_REFUSAL_TEXTS[item.exclusion]
}

function toResult({ action, single, items }: Activation): ActivationNotice {
  const doneCount = countItems({ items }, 'done')
  if (!single) {
    const tone = countItems({ items }, 'refused') === 0 ? 'ok' : 'err'
    return { tone, lead: activationResultText(action, doneCount, items.length - doneCount), rest: '', name: '' }
  }
  const [item] = items
  const name = item?.user.name ?? ''
  const reason = item ? toReason(item, action) : null
  if (reason === null) return { tone: 'ok', ...ACTION_DONE[action], name }
  return { tone: 'err', lead: ERROR_TITLE, rest: reason, name }
}

function toNotice(notice: UsersNotice): ActivationNotice {
  switch (notice.kind) {
    case 'activation':
      return toResult(notice)
    case 'disabled':
      return { tone: 'warn', lead: ACTIVATION_REFUSAL_TEXTS[notice.refusal], rest: '', name: notice.name }
    case 'saved':
      return { tone: 'ok', lead: notice.lead, rest: notice.rest, name: notice.name }
  }
}

/** After the user has left the page, shows the result in a toast instead of the notice. */
export function createActivationView(deps: ActivationViewDeps, { onEnd, onResultsClosed }: Listeners): ActivationView {
  const { users, toasts } = deps
  let isShown = false
  const call = createCaller(deps)
  const machine = activationMachine.provide({
    // Without the signal: the requests also end when the user leaves the page.
    actors: { setActive: call(({ userId, active }) => users.setActive(userId, active)) },
    actions: {
      notifyEnd(_, activation) {
        const { lead, rest, name } = toResult(activation)
        if (isShown) onEnd()
        else toasts.show([lead, rest, name].filter(Boolean).join(' '))
      },
      notifyResultsClosed: onResultsClosed,
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => undefined,
    select(state): ActivationSnapshot {
      const { activation, openings, notice } = state.context
      const { action, single, items } = activation
      const step = (['confirming', 'sending', 'results'] as const).find((name) => state.matches(name))
      const itemStates = items.map((item) => ({ user: item.user, state: item.state, reason: toReason(item, action) }))
      const leftOutCount = countItems({ items }, 'left-out')
      const dialog = {
        opening: openings,
        action,
        single,
        items: itemStates.toSorted(
          (one, other) => Number(one.state === 'left-out') - Number(other.state === 'left-out'),
        ),
        includedCount: items.length - leftOutCount,
        doneCount: countItems({ items }, 'done'),
      }
      return {
        dialog: step ? { ...dialog, step } : null,
        notice: notice && toNotice(notice),
      }
    },
  })

  function start() {
    isShown = true
    return () => {
      isShown = false
    }
  }

  const open = (user: EntityUser, action: Action) => flow.send({ type: 'OPEN', users: [user], action, single: true })
  const explain = ({ name }: EntityUser, refusal: ActivationRefusal) =>
    flow.send({ type: 'SHOW', notice: { kind: 'disabled', refusal, name } })

  return {
    ...withWork(flow, start),
    offer(user) {
      const offered = findActivation(user)
      if (offered === null) return null
      const { action, refusal } = offered
      return {
        text: ACTION_WORDS[action],
        refusal: refusal && ACTIVATION_REFUSAL_TEXTS[refusal],
        press: () => (refusal === null ? open(user, action) : explain(user, refusal)),
      }
    },
    open,
    openSeveral: (selected, action) => flow.send({ type: 'OPEN', users: selected, action, single: false }),
    confirm() {
      flow.send({ type: 'CONFIRM' })
      runWhile(flow, ({ dialog }) => dialog?.step === 'sending')
    },
    close: () => flow.send({ type: 'CLOSE' }),
    explain,
    showSaved: (texts) => flow.send({ type: 'SHOW', notice: { kind: 'saved', ...texts } }),
    clearNotice: () => flow.send({ type: 'SHOW', notice: null }),
  }
}
