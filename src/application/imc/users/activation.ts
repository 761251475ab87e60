import { actionFailureMessage, ERROR_TITLE } from '#src/application/imc/messages.ts'
import type { UsersGateway } from '#src/application/imc/ports.ts'
import {
  ACTION_DONE,
  ACTIVATION_REFUSAL_TEXTS,
  activationResultText,
  LEFT_OUT_TEXTS,
} from '#src/application/imc/users/users.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import type { Log } from '#src/application/platform/ports.ts'
import { createRefreshable, type Readable } from '#src/application/platform/readable.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { type ActivationAction, findActivation } from '#src/domain/imc/users/user-actions.ts'

type Action = ActivationAction['action']

/** A user in the dialog and the state of the action for this user. */
export interface ActivationItem {
  readonly user: EntityUser
  readonly state: 'waiting' | 'sending' | 'done' | 'refused' | 'left-out'
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
  readonly items: readonly ActivationItem[]
}

/** The result of an action, or why an action is disabled. */
interface ActivationNotice {
  readonly tone: 'ok' | 'warn' | 'err'
  readonly lead: string
  readonly rest: string
}

interface ActivationSnapshot {
  readonly dialog: ActivationDialog | null
  readonly notice: ActivationNotice | null
}

/** Activates or deactivates one or more users (§2.5, D35). */
export interface ActivationView extends Readable<ActivationSnapshot> {
  /** Opens the confirmation for one user. */
  open(user: EntityUser, action: Action): void
  /**
   * Opens the confirmation for several users. Leaves out users without this action, with a reason.
   */
  openSeveral(users: readonly EntityUser[], action: Action): void
  confirm(): void
  close(): void
  /** Shows why a row's action is disabled. */
  explain(reason: string): void
  /** Removes the notice before the user starts another action. */
  clearNotice(): void
}

interface ActivationViewDeps {
  readonly toasts: Pick<Toasts, 'show'>
  readonly users: Pick<UsersGateway, 'setActive'>
  readonly log: Log
}

/** Returns why this user cannot have the action; null if it is offered (D35). */
function findReason(user: EntityUser, action: Action): string | null {
  const activation = findActivation(user)
  if (activation === null) return ACTIVATION_REFUSAL_TEXTS.administrator
  if (activation.action !== action) return LEFT_OUT_TEXTS[action]
  return activation.refusal === null ? null : ACTIVATION_REFUSAL_TEXTS[activation.refusal]
}

const toItem = (user: EntityUser, action: Action): ActivationItem => {
  const reason = findReason(user, action)
  return { user, state: reason === null ? 'waiting' : 'left-out', reason }
}

const countItems = ({ items }: ActivationDialog, state: ActivationItem['state']): number =>
  items.filter((item) => item.state === state).length

/**
 * Calls `onEnd` after all replies, also after a refusal: the list may be outdated. After the user
 * has left the page, shows the result in a toast instead.
 */
export function createActivationView({ users, toasts, log }: ActivationViewDeps, onEnd: () => void): ActivationView {
  let snapshot: ActivationSnapshot = { dialog: null, notice: null }
  let openings = 0
  let isShown = false
  const view = createRefreshable(
    () => snapshot,
    () => {
      isShown = true
      return () => {
        isShown = false
      }
    },
  )

  function set(next: Partial<ActivationSnapshot>) {
    snapshot = { ...snapshot, ...next }
    view.refresh()
  }

  function setItem(dialog: ActivationDialog, index: number, change: Partial<ActivationItem>): ActivationDialog {
    const items = dialog.items.map((item, i) => (i === index ? { ...item, ...change } : item))
    const next = { ...dialog, items }
    set({ dialog: next })
    return next
  }

  /** Sends one request per user in sequence, so that each user has a result. */
  async function send(confirmed: ActivationDialog) {
    let dialog: ActivationDialog = { ...confirmed, step: 'sending' }
    for (const [index, { user, state }] of dialog.items.entries()) {
      if (state !== 'waiting') continue
      dialog = setItem(dialog, index, { state: 'sending' })
      const result = await users.setActive(user.id, dialog.action === 'activate').catch((error: unknown) => {
        log.error(UNEXPECTED_ERROR, error)
        return null
      })
      dialog = setItem(
        dialog,
        index,
        result?.ok ? { state: 'done' } : { state: 'refused', reason: actionFailureMessage(result?.error ?? null) },
      )
    }
    showResult(dialog)
    notifyEnd()
  }

  function showResult(dialog: ActivationDialog) {
    if (!dialog.single) {
      const lead = activationResultText(
        dialog.action,
        countItems(dialog, 'done'),
        dialog.items.length - countItems(dialog, 'done'),
      )
      const tone = countItems(dialog, 'refused') === 0 ? 'ok' : 'err'
      set({ dialog: { ...dialog, step: 'results' }, notice: { tone, lead, rest: '' } })
      return
    }
    const reason = dialog.items[0]?.reason ?? null
    const notice: ActivationNotice =
      reason === null ? { tone: 'ok', ...ACTION_DONE[dialog.action] } : { tone: 'err', lead: ERROR_TITLE, rest: reason }
    set({ dialog: null, notice })
  }

  /** Reloads the list, or shows the result in a toast when the user has left the page. */
  function notifyEnd() {
    const { notice } = snapshot
    if (isShown) onEnd()
    else if (notice !== null) toasts.show([notice.lead, notice.rest].filter(Boolean).join(' '))
  }

  function open(selected: readonly EntityUser[], action: Action, single: boolean) {
    const items = selected.map((user) => toItem(user, action))
    openings += 1
    set({ dialog: { opening: openings, step: 'confirming', action, single, items }, notice: null })
  }

  return {
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    open: (user, action) => open([user], action, true),
    openSeveral: (selected, action) => open(selected, action, false),
    confirm() {
      const { dialog } = snapshot
      if (dialog?.step === 'confirming' && countItems(dialog, 'waiting') > 0) void send(dialog)
    },
    close() {
      if (snapshot.dialog?.step !== 'sending') set({ dialog: null })
    },
    explain: (reason) => set({ notice: { tone: 'warn', lead: reason, rest: '' } }),
    clearNotice: () => set({ notice: null }),
  }
}
