import { WORK_RESTORED } from '#src/application/imc/messages.ts'
import type { ChosenSubscription, ImcSessionStore } from '#src/application/imc/ports.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import type { AttachedFile } from '#src/domain/attachment.ts'
import type { CorrectionDraft } from '#src/domain/imc/correction-machine.ts'
import type { GovernanceForm } from '#src/domain/imc/governance/governance.ts'
import type { OrderForm } from '#src/domain/imc/packages/order-machine.ts'
import type { ReturnDraft } from '#src/domain/imc/requests/confirmation-machine.ts'
import type { AssignableUser, ScreenRow } from '#src/domain/imc/screens/screen.ts'
import type { ScreenRequestDraft } from '#src/domain/imc/screens/screen-request-machine.ts'
import type { ImcSession } from '#src/domain/imc/session/session.ts'
import type { NewUser, UserFormValues } from '#src/domain/imc/users/user-form.ts'
import type { KeyedAttempt } from '#src/domain/keyed-attempt.ts'

interface ScreenDraft {
  readonly row: ScreenRow
  readonly draft: ScreenRequestDraft
}

/**
 * The input of an open form. It contains the last attempt with its idempotency key, because the
 * service may have received the request although the reply was lost.
 */
export type Draft =
  | {
      readonly kind: 'user'
      /** Null for a new user. */
      readonly userId: string | null
      /** The name of the edited user; null for a new user. */
      readonly name: string | null
      readonly values: UserFormValues
      readonly contract: AttachedFile | null
      readonly attempt: KeyedAttempt<NewUser> | null
    }
  | {
      readonly kind: 'order'
      readonly form: OrderForm
    }
  | ({ readonly kind: 'return' } & ReturnDraft)
  | { readonly kind: 'governance'; readonly form: GovernanceForm }
  | { readonly kind: 'correction'; readonly requestId: string; readonly draft: CorrectionDraft }
  | ({ readonly kind: 'link' } & ScreenDraft)
  | ({ readonly kind: 'change' } & ScreenDraft)
  | { readonly kind: 'assign'; readonly user: AssignableUser; readonly draft: ScreenRequestDraft }

export type DraftOf<Kind extends Draft['kind']> = Extract<Draft, { readonly kind: Kind }>

/**
 * Saves the open form when the session ends. Only the same user in the same tab can restore the
 * form. It is only in memory, because it contains personal data.
 */
export interface InterruptedWork {
  /**
   * Registers the open form; `read` runs when the session ends. Removes the saved form. Shows a
   * toast if the saved form belongs to the signed-in user. The returned function unregisters.
   */
  registerForm(read: () => Draft | null): () => void
  /** Saves the open form and the chosen subscription when a session ends. */
  save(session: ImcSession, subscription: ChosenSubscription | null): void
  /**
   * Returns the saved form of the signed-in user. Returns null for another kind of form, and after
   * a form was registered.
   */
  find<Kind extends Draft['kind']>(kind: Kind): DraftOf<Kind> | null
  /** Returns the saved subscription of the signed-in user; null without a subscription. */
  findSubscription(): ChosenSubscription | null
  clear(): void
}

interface SavedWork {
  readonly entityId: string
  readonly userId: string
  readonly draft: Draft | null
  readonly subscription: ChosenSubscription | null
}

export function createInterruptedWork(
  { read: readSession }: Pick<ImcSessionStore, 'read'>,
  toasts: Pick<Toasts, 'show'>,
): InterruptedWork {
  let readOpenForm: (() => Draft | null) | null = null
  let saved: SavedWork | null = null

  /** Returns the saved work if it belongs to the signed-in user. */
  function findOwnWork(): SavedWork | null {
    const session = readSession()
    return saved !== null && session?.userId === saved.userId && session.entityId === saved.entityId ? saved : null
  }

  return {
    registerForm(readForm) {
      readOpenForm = readForm
      if (findOwnWork()?.draft) toasts.show(WORK_RESTORED)
      saved = saved && { ...saved, draft: null }
      return () => {
        if (readOpenForm === readForm) readOpenForm = null
      }
    },
    save({ entityId, userId }, subscription) {
      const isSameUser = saved?.userId === userId && saved.entityId === entityId
      // A form that is still loading is not registered yet.
      const unrestoredDraft = isSameUser ? (saved?.draft ?? null) : null
      saved = { entityId, userId, draft: readOpenForm ? readOpenForm() : unrestoredDraft, subscription }
    },
    find<Kind extends Draft['kind']>(kind: Kind) {
      const draft = findOwnWork()?.draft ?? null
      return draft?.kind === kind ? (draft as DraftOf<Kind>) : null
    },
    findSubscription: () => findOwnWork()?.subscription ?? null,
    clear() {
      saved = null
    },
  }
}
