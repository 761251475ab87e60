import type { HumanCheck, HumanCheckListener } from '#src/application/identity/human-check.ts'
import { HUMAN_CHECK_EXPIRED, HUMAN_CHECK_NEEDED } from '#src/application/identity/login-messages.ts'
import type { Log } from '#src/application/platform/log.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import {
  canSubmit,
  type HumanCheckContext,
  type HumanCheckUpdate,
  type HumanSolution,
} from '#src/domain/identity/human-check-machine.ts'

/** The state of a form's human check, for the UI (D9). */
export interface HumanCheckState {
  readonly status: 'unsolved' | 'solving' | 'solved' | 'unavailable'
  /** The proof and the time of its arrival; null before the check is solved. */
  readonly solution: HumanSolution | null
  /** Changes when the check must be shown again. */
  readonly round: number
}

/** The part of a form's snapshot that depends on the human check. */
export interface CheckedState {
  readonly check: HumanCheckState
  readonly canSubmit: boolean
  /** Why the form cannot be sent; null when it can be sent and while it is busy (§4). */
  readonly hint: string | null
}

/** The actions of the human check. */
export interface HumanCheckActions {
  readonly port: HumanCheck
  /** Solves a check that the page renders; ignored when it is solved or being solved. */
  solve(): void
  /** Receives the events of a check that its provider renders. */
  readonly listener: HumanCheckListener
}

/** The snapshot of a machine with a human check inside. */
interface CheckedMachineSnapshot {
  readonly context: Pick<HumanCheckContext, 'solution' | 'round' | 'now'>
  readonly hasTag: (tag: 'accepts-input') => boolean
  readonly children: {
    readonly 'human-check'?: { getSnapshot(): { matches(state: 'expired'): boolean } } | undefined
  }
}

export interface HumanCheckRunnerDeps {
  readonly humanCheck: HumanCheck
  readonly log: Log
  /** The current snapshot of the form's machine. */
  readonly read: () => CheckedMachineSnapshot
  readonly send: (update: HumanCheckUpdate) => void
  readonly onChange: () => void
}

export interface HumanCheckRunner extends HumanCheckActions {
  toState(busy: boolean): CheckedState
  /** Aborts the running solver and resets the unavailable check. */
  stop(): void
}

/**
 * Runs the solver of a form's human check, one run at a time, and sends the results to the form's
 * machine.
 */
export function createHumanCheckRunner({
  humanCheck,
  log,
  read,
  send,
  onChange,
}: HumanCheckRunnerDeps): HumanCheckRunner {
  let working: AbortController | null = null
  let unavailableRound: number | null = null

  const setUnavailable = () => {
    unavailableRound = read().context.round
    onChange()
  }

  async function runSolver(
    solve: (signal: AbortSignal) => ReturnType<Extract<HumanCheck, { kind: 'proof-of-work' }>['solve']>,
  ) {
    const work = new AbortController()
    working = work
    unavailableRound = null
    onChange()
    const solved = await solve(work.signal).catch((error: unknown) => {
      log.error(UNEXPECTED_ERROR, error)
      return null
    })
    if (work.signal.aborted) return
    working = null
    if (!solved?.ok) return setUnavailable()
    send({ type: 'CHECK_SOLVED', proof: solved.value })
    onChange()
  }

  function findStatus({ context: { solution, round } }: CheckedMachineSnapshot): HumanCheckState['status'] {
    if (solution) return 'solved'
    if (working) return 'solving'
    return unavailableRound === round ? 'unavailable' : 'unsolved'
  }

  return {
    port: humanCheck,

    solve() {
      if (humanCheck.kind !== 'proof-of-work' || working || read().context.solution) return
      void runSolver(humanCheck.solve)
    },

    listener: {
      solved: (proof) => send({ type: 'CHECK_SOLVED', proof }),
      lost: () => send({ type: 'CHECK_LOST' }),
      unavailable: setUnavailable,
    },

    toState(busy) {
      const snapshot = read()
      const { solution, round } = snapshot.context
      const isReady = canSubmit(snapshot)
      const expired = snapshot.children['human-check']?.getSnapshot().matches('expired') ?? false
      const hint = expired ? HUMAN_CHECK_EXPIRED : HUMAN_CHECK_NEEDED
      return {
        check: { status: findStatus(snapshot), solution, round },
        canSubmit: isReady,
        hint: isReady || busy ? null : hint,
      }
    },

    stop() {
      working?.abort()
      working = null
      unavailableRound = null
    },
  }
}
