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
  /** The proof and its arrival time; null without an unused and unexpired proof. */
  readonly solution: HumanSolution | null
  /** Changes when the UI must show a new check. */
  readonly round: number
}

/** The part of a form's snapshot that depends on the human check. */
export interface HumanCheckFormState {
  readonly check: HumanCheckState
  readonly canSubmit: boolean
  /** Why the submit button is disabled (§4); null when it is enabled or the form is busy. */
  readonly hint: string | null
}

/** The actions of the human check. */
export interface HumanCheckActions {
  /** The configured check, which decides what the page renders. */
  readonly port: HumanCheck
  /** Starts the solver of a check that the page renders, unless it runs or has a solution. */
  solve(): void
  /** Receives the events of a check that the provider renders. */
  readonly listener: HumanCheckListener
}

/** The snapshot of a machine with a human check as child. */
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
  toState(busy: boolean): HumanCheckFormState
  /** Aborts the solver and clears the status `unavailable`. */
  stop(): void
}

/**
 * Runs the solver of a form's human check, at most once at a time. Sends the proofs to the form's
 * machine.
 */
export function createHumanCheckRunner({
  humanCheck,
  log,
  read,
  send,
  onChange,
}: HumanCheckRunnerDeps): HumanCheckRunner {
  let runningSolver: AbortController | null = null
  let unavailableRound: number | null = null

  const setUnavailable = () => {
    unavailableRound = read().context.round
    onChange()
  }

  async function runSolver(
    solve: (signal: AbortSignal) => ReturnType<Extract<HumanCheck, { kind: 'proof-of-work' }>['solve']>,
  ) {
    const controller = new AbortController()
    runningSolver = controller
    unavailableRound = null
    onChange()
    const solution = await solve(controller.signal).catch((error: unknown) => {
      log.error(UNEXPECTED_ERROR, error)
      return null
    })
    if (controller.signal.aborted) return
    runningSolver = null
    if (!solution?.ok) return setUnavailable()
    send({ type: 'CHECK_SOLVED', proof: solution.value })
    onChange()
  }

  function findStatus({ context: { solution, round } }: CheckedMachineSnapshot): HumanCheckState['status'] {
    if (solution) return 'solved'
    if (runningSolver) return 'solving'
    return unavailableRound === round ? 'unavailable' : 'unsolved'
  }

  return {
    port: humanCheck,

    solve() {
      if (humanCheck.kind !== 'proof-of-work' || runningSolver || read().context.solution) return
      void runSolver(humanCheck.solve)
    },

    listener: {
      onSolved: (proof) => send({ type: 'CHECK_SOLVED', proof }),
      onLost: () => send({ type: 'CHECK_LOST' }),
      onUnavailable: setUnavailable,
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
      runningSolver?.abort()
      runningSolver = null
      unavailableRound = null
    },
  }
}
