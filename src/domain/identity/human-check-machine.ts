import { assign, setup } from 'xstate'

import type { Instant } from '#src/domain/time/bogota.ts'

/** Longest pause a timer can keep; a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1

/** Proof that a person is there: opaque text, good for one try before `expiresAt` (the portal's real clock). */
export interface HumanProof {
  readonly text: string
  readonly expiresAt: Instant
}

/** A proof and when it was given. */
export interface HumanSolution {
  readonly proof: HumanProof
  readonly solvedAt: Instant
}

/** What the check on the page tells: it was solved, or it let its solution go. */
export type HumanCheckFact =
  | { readonly type: 'CHECK_SOLVED'; readonly proof: HumanProof }
  | { readonly type: 'CHECK_LOST' }

/** Its facts, and that the proof was used for a try. */
export type HumanCheckEvent = HumanCheckFact | { readonly type: 'CHECK_SPENT' }

/** `round` counts the proofs lost or spent: with each the check has to be shown anew. */
export interface HumanCheckContext {
  readonly now: () => Instant
  readonly solution: HumanSolution | null
  readonly round: number
}

/** The proof that a try may use at that instant, null without one; a clock set back before the solution ends it too. */
export function liveProof(solution: HumanSolution | null, now: Instant): HumanProof | null {
  if (!solution) return null
  return solution.solvedAt <= now && now < solution.proof.expiresAt ? solution.proof : null
}

/** Whether a form's button is enabled: it stands open, and its human check is live at this moment (§4). */
export const canSubmit = (snapshot: {
  readonly context: { readonly solution: HumanSolution | null; readonly now: () => Instant }
  readonly hasTag: (tag: 'open') => boolean
}): boolean => snapshot.hasTag('open') && liveProof(snapshot.context.solution, snapshot.context.now()) !== null

/**
 * Keeps one human check (D9): `unsolved`, `solved` until its own timer says otherwise, `expired`. Only `solved` holds a
 * solution. A proof is good for one try, so spending it leads back to `unsolved`; one that comes expired is lost.
 */
export const humanCheckMachine = setup({
  types: {
    context: {} as HumanCheckContext,
    events: {} as HumanCheckEvent,
    input: {} as { readonly now: () => Instant },
  },
  guards: {
    comesLive: ({ context: { now } }, proof: HumanProof) => liveProof({ proof, solvedAt: now() }, now()) !== null,
  },
  actions: {
    keep: assign(({ context }, proof: HumanProof) => ({ solution: { proof, solvedAt: context.now() } })),
    drop: assign(({ context }) => ({ solution: null, round: context.round + 1 })),
  },
  delays: {
    untilExpiry: ({ context: { solution, now } }) =>
      Math.min((solution?.proof.expiresAt ?? now()) - now(), MAX_TIMER_MS),
  },
}).createMachine({
  id: 'human-check',
  context: ({ input }) => ({ now: input.now, solution: null, round: 0 }),
  initial: 'unsolved',
  on: {
    CHECK_SOLVED: [
      {
        guard: { type: 'comesLive', params: ({ event }) => event.proof },
        target: '.solved',
        actions: { type: 'keep', params: ({ event }) => event.proof },
      },
      { target: '.expired', actions: 'drop' },
    ],
  },
  states: {
    unsolved: {},
    solved: {
      after: { untilExpiry: { target: 'expired', actions: 'drop' } },
      on: {
        CHECK_SPENT: { target: 'unsolved', actions: 'drop' },
        CHECK_LOST: { target: 'expired', actions: 'drop' },
      },
    },
    expired: {},
  },
})
