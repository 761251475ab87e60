import { useMachine } from '@xstate/react'
import { type ReactNode, startTransition, useActionState, useEffect, useId, useRef, useState } from 'react'
import type { DrawnCheck, WidgetCheck } from '#src/application/identity/human-check.ts'
import { HUMAN_CHECK_UNAVAILABLE } from '#src/application/identity/login-messages.ts'
import { countdownMachine } from '#src/domain/identity/countdown-machine.ts'
import type { HumanCheckUpdate, HumanSolution } from '#src/domain/identity/human-check-machine.ts'
import { useIdentity } from '#src/ui/auth/use-identity.ts'
import { Icon } from '#src/ui/parts/icon.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

const UNSOLVED = 'Confirme que no es un robot'
const SOLVING = 'Verificando…'
const SOLVED = 'Verificación completa'

function timeLeft(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`
}

/** Not told by screen readers as it runs: the end of it is. */
function Countdown({ until }: { readonly until: number }) {
  const { now } = useUseCases()
  const [{ context }] = useMachine(countdownMachine, { input: { until, now } })
  return (
    <small role="timer">
      Vence en <span>{timeLeft(context.seconds)}</span>
    </small>
  )
}

interface BoxProps {
  readonly children: ReactNode
  readonly solution: HumanSolution | null
  /** The step that a screen reader is told. */
  readonly status: string
}

const Box = ({ children, solution, status }: BoxProps) => (
  <fieldset className="human" aria-label="Verificación humana">
    <div className="row">
      {children}
      {solution && <Countdown key={solution.proof.text} until={solution.proof.expiresAt} />}
    </div>
    <span className="sr-only" role="status">
      {status}
    </span>
  </fieldset>
)

interface CheckProps<Check> {
  readonly check: Check
  readonly solution: HumanSolution | null
  /** Another number whenever the check has to be shown anew. */
  readonly round: number
  readonly onFact: (fact: HumanCheckUpdate) => void
}

/** Runs the check's work, one at a time, for as long as its box is on the page. */
function usePress({ check, onFact }: CheckProps<DrawnCheck>) {
  const working = useRef<AbortController | null>(null)
  useEffect(() => () => working.current?.abort(), [])
  const [failed, solve, solving] = useActionState(async () => {
    const work = new AbortController()
    const { signal } = work
    working.current = work
    const answer = await check.solve(signal)
    if (signal.aborted) return false
    if (answer.ok) onFact({ type: 'CHECK_SOLVED', proof: answer.value })
    return !answer.ok
  }, false)
  return { failed, solving, press: () => startTransition(solve) }
}

function wordsOf(solved: boolean, solving: boolean, failed: boolean): string {
  if (solved) return SOLVED
  if (solving) return SOLVING
  return failed ? HUMAN_CHECK_UNAVAILABLE : UNSOLVED
}

/** A box to tick; the browser works the proof out meanwhile. */
function DrawnBox(props: CheckProps<DrawnCheck>) {
  const id = useId()
  const { failed, solving, press } = usePress(props)
  const solved = props.solution !== null
  const words = wordsOf(solved, solving, failed)
  return (
    <Box solution={props.solution} status={words === UNSOLVED ? '' : words}>
      <span className="tick">
        <input
          id={id}
          type="checkbox"
          checked={solved || solving}
          aria-busy={solving}
          onChange={() => {
            if (!solved && !solving) press()
          }}
        />
        <span className={solved ? 'human-mark human-done' : 'human-mark'} aria-hidden="true">
          {solved && <Icon name="check" />}
        </span>
      </span>
      <label htmlFor={id}>{words}</label>
    </Box>
  )
}

/** A check that its provider draws. */
function WidgetBox({ check, solution, round, onFact }: CheckProps<WidgetCheck>) {
  const place = useRef<HTMLDivElement>(null)
  const tell = useRef(onFact)
  const [failedRound, setFailedRound] = useState<number | null>(null)
  useEffect(() => {
    tell.current = onFact
  }, [onFact])
  useEffect(() => {
    if (!place.current) return undefined
    return check.show(place.current, {
      solved: (proof) => tell.current({ type: 'CHECK_SOLVED', proof }),
      lost: () => tell.current({ type: 'CHECK_LOST' }),
      unavailable: () => setFailedRound(round),
    })
  }, [check, round])
  const failed = failedRound === round
  return (
    <Box solution={solution} status={solution ? SOLVED : ''}>
      <div ref={place} hidden={failed} />
      {failed && <span role="alert">{HUMAN_CHECK_UNAVAILABLE}</span>}
    </Box>
  )
}

/** Lets a person show that one is there (D9): 64 px from the first moment, and how long the proof is good. */
export function HumanBox(props: Omit<CheckProps<never>, 'check'>) {
  const { humanCheck } = useIdentity()
  return humanCheck.kind === 'drawn' ? (
    <DrawnBox {...props} check={humanCheck} />
  ) : (
    <WidgetBox {...props} check={humanCheck} />
  )
}
