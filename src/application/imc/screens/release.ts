import { REQUEST_SENT } from '#src/application/imc/messages.ts'
import type { ScreensGateway } from '#src/application/imc/ports.ts'
import { releaseFailureMessage, STATUS_REFUSALS, UNKNOWN_STATUS_REFUSAL } from '#src/application/imc/screens/screens.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import type { Log } from '#src/application/platform/ports.ts'
import { createRefreshable, type Readable } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { RequestReceipt } from '#src/domain/imc/requests/requests.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import { offeredActions } from '#src/domain/imc/screens/screen-lifecycle.ts'
import { err, type Result } from '#src/domain/result.ts'

/** The result for one screen of the dialog. */
type ReleaseOutcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'sent'; readonly reference: string }
  | { readonly kind: 'failed'; readonly message: string }

export interface ReleaseItem {
  readonly row: ScreenRow
  readonly outcome: ReleaseOutcome
}

/** A selected screen that cannot be released. */
interface ExcludedScreen {
  readonly row: ScreenRow
  readonly reason: string
}

export interface ReleaseState {
  readonly step: 'confirming' | 'sending' | 'ended'
  readonly items: readonly ReleaseItem[]
  readonly excluded: readonly ExcludedScreen[]
}

/** The dialog that releases one or more screens (§2.5). */
export interface ReleaseView extends Readable<ReleaseState> {
  /** Sends one request per screen, except for screens with a sent request. */
  confirm(): void
}

interface ReleaseDeps {
  readonly screens: Pick<ScreensGateway, 'release'>
  readonly newKey: () => string
  readonly toasts: Pick<Toasts, 'show'>
  readonly log: Log
}

const WAITING: ReleaseOutcome = { kind: 'waiting' }

const toReason = ({ status }: ScreenRow): string => (status === null ? UNKNOWN_STATUS_REFUSAL : STATUS_REFUSALS[status])

const canRelease = ({ status }: ScreenRow): boolean => offeredActions(status).includes('release')

/**
 * Releases the selected screens in sequence, each with its own idempotency key. Closing the dialog
 * stops the sequence after the running request. Calls `onEnd` at the end, also after a refusal,
 * because the rows may be outdated.
 */
export function createReleaseView(deps: ReleaseDeps, rows: readonly ScreenRow[], onEnd: () => void): ReleaseView {
  const { screens, newKey, toasts, log } = deps
  const keys = new Map(rows.map((row) => [row, newKey()]))
  const excluded = rows.filter((row) => !canRelease(row)).map((row) => ({ row, reason: toReason(row) }))
  let step: ReleaseState['step'] = 'confirming'
  let items: readonly ReleaseItem[] = rows.filter(canRelease).map((row) => ({ row, outcome: WAITING }))
  let isOpen = true

  const view = createRefreshable<ReleaseState>(
    () => ({ step, items, excluded }),
    () => {
      isOpen = true
      return () => {
        isOpen = false
      }
    },
  )

  function setOutcome(row: ScreenRow, outcome: ReleaseOutcome) {
    items = items.map((item) => (item.row === row ? { row, outcome } : item))
    view.refresh()
  }

  async function release(row: ScreenRow): Promise<Result<RequestReceipt, CallFailure | null>> {
    try {
      return await screens.release(row, keys.get(row) ?? newKey())
    } catch (error) {
      log.error(UNEXPECTED_ERROR, error)
      return err(null)
    }
  }

  async function send(row: ScreenRow) {
    setOutcome(row, { kind: 'sending' })
    const result = await release(row)
    const outcome: ReleaseOutcome = result.ok
      ? { kind: 'sent', reference: result.value.reference }
      : { kind: 'failed', message: releaseFailureMessage(result.error) }
    setOutcome(row, outcome)
  }

  async function sendAll() {
    const unsent = items.filter(({ outcome }) => outcome.kind !== 'sent')
    for (const { row } of unsent) if (isOpen) await send(row)
    step = 'ended'
    if (items.every(({ outcome }) => outcome.kind === 'sent')) toasts.show(REQUEST_SENT)
    view.refresh()
    onEnd()
  }

  return {
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    confirm() {
      if (step === 'sending' || items.length === 0) return
      step = 'sending'
      view.refresh()
      void sendAll()
    },
  }
}
