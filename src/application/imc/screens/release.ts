import { requestSentText } from '#src/application/imc/messages.ts'
import type { NewKey, ScreensGateway } from '#src/application/imc/ports.ts'
import {
  releaseFailureMessage,
  STATUS_REFUSALS,
  UNKNOWN_STATUS_REFUSAL,
} from '#src/application/imc/screens/release-messages.ts'
import { createCaller, createFlow, type FlowDeps, runWhile } from '#src/application/platform/flow.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import { type Readable, withWork } from '#src/application/platform/readable.ts'
import { canRelease, findSent, type ReleaseOutcome, releaseMachine } from '#src/domain/imc/screens/release-machine.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'

/** A screen of the dialog and its result, for the UI. */
export interface ReleaseItemState {
  readonly row: ScreenRow
  readonly outcome:
    | Exclude<ReleaseOutcome, { readonly kind: 'failed' }>
    | { readonly kind: 'failed'; readonly message: string }
}

/** A selected screen that cannot be released. */
interface ExcludedScreen {
  readonly row: ScreenRow
  readonly reason: string
}

export interface ReleaseState {
  readonly step: 'confirming' | 'sending' | 'ended'
  readonly items: readonly ReleaseItemState[]
  readonly excluded: readonly ExcludedScreen[]
  /** How many of `items` have a sent request. */
  readonly sentCount: number
  /** A retry would send a request again. */
  readonly hasFailed: boolean
}

/** The dialog that releases one or more screens (§2.5). */
export interface ReleaseView extends Readable<ReleaseState> {
  /** Sends one request per screen, except for screens with a sent request. */
  confirm(): void
}

interface ReleaseDeps extends FlowDeps {
  readonly screens: Pick<ScreensGateway, 'release'>
  readonly newKey: NewKey
  readonly toasts: Pick<Toasts, 'show'>
}

const toReason = ({ status }: ScreenRow): string => (status === null ? UNKNOWN_STATUS_REFUSAL : STATUS_REFUSALS[status])

const toOutcome = (outcome: ReleaseOutcome): ReleaseItemState['outcome'] =>
  outcome.kind === 'failed' ? { kind: 'failed', message: releaseFailureMessage(outcome.failure) } : outcome

/**
 * Releases the selected screens in sequence. Closing the dialog stops the sequence after the
 * running request. Calls `onEnd` at the end, also after a refusal: the rows may be outdated.
 */
export function createReleaseView(deps: ReleaseDeps, rows: readonly ScreenRow[], onEnd: () => void): ReleaseView {
  const { screens, newKey, toasts } = deps
  const excluded = rows.filter((row) => !canRelease(row)).map((row) => ({ row, reason: toReason(row) }))
  const call = createCaller(deps)
  const machine = releaseMachine.provide({
    // Without the signal: a running request also ends when the user leaves the page.
    actors: { release: call(({ request, key }) => screens.release(request, key)) },
    actions: {
      notifyEnd({ context }, { isAllSent }) {
        if (isAllSent) toasts.show(requestSentText(findSent(context.items) ?? {}))
        onEnd()
      },
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => ({ rows }),
    select: (state): ReleaseState => ({
      step: (['confirming', 'ended'] as const).find((step) => state.matches(step)) ?? 'sending',
      items: state.context.items.map(({ row, outcome }) => ({ row, outcome: toOutcome(outcome) })),
      excluded,
      sentCount: state.context.items.filter(({ outcome }) => outcome.kind === 'sent').length,
      hasFailed: state.context.items.some(({ outcome }) => outcome.kind === 'failed'),
    }),
  })

  return {
    ...withWork(flow, () => () => flow.send({ type: 'CLOSE' })),
    confirm() {
      flow.send({ type: 'CONFIRM', newKeys: rows.map(() => newKey()) })
      runWhile(flow, ({ step }) => step === 'sending')
    },
  }
}
