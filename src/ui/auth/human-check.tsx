import { useSelector } from '@xstate/react'
import { type ReactNode, type Ref, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import {
  HUMAN_CHECK_UNAVAILABLE,
  type HumanCheckActions,
  type HumanCheckFormState,
  type HumanCheckState,
} from '#src/application/identity/human-check.ts'
import type { WidgetCheck } from '#src/application/identity/ports.ts'
import type { HumanSolution } from '#src/domain/identity/human-check-machine.ts'
import { SubmitButton } from '#src/ui/auth/frame.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

const STATUS_TEXTS: Readonly<Record<HumanCheckState['status'], string>> = {
  unsolved: 'Confirme que no es un robot',
  solving: 'Verificando…',
  solved: 'Verificación completa',
  unavailable: HUMAN_CHECK_UNAVAILABLE,
}

function formatTimeLeft(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`
}

/** The remaining time of a proof. Screen readers do not announce each second of a `timer`. */
function Countdown({ expiresAt, create }: { readonly expiresAt: number } & Pick<BoxProps, 'create'>) {
  const [view] = useState(() => create(expiresAt))
  const seconds = useSelector(view, (state) => state.seconds)
  return (
    <small className="ml-auto text-right text-xs leading-[1.3] text-muted" role="timer">
      Vence en <span className="block whitespace-nowrap">{formatTimeLeft(seconds)}</span>
    </small>
  )
}

interface BoxProps {
  readonly children: ReactNode
  readonly ref?: Ref<HTMLFieldSetElement>
  readonly solution: HumanSolution | null
  readonly create: HumanCheckActions['createCountdown']
  /** The text that screen readers announce. */
  readonly status: string
}

const Box = ({ children, ref, solution, create, status }: BoxProps) => (
  <fieldset
    className="relative min-w-0 rounded-xs border border-line bg-sunken text-sm"
    aria-label="Verificación humana"
    ref={ref}
    tabIndex={-1}
  >
    <div className="flex min-h-15.5 items-center gap-3 px-4">
      {children}
      {solution && <Countdown key={solution.proof.text} create={create} expiresAt={solution.proof.expiresAt} />}
    </div>
    <span className="sr-only" role="status">
      {status}
    </span>
  </fieldset>
)

interface Props {
  readonly check: HumanCheckState
  readonly actions: HumanCheckActions
}

/** A checkbox that starts a proof of work. */
function ProofOfWorkBox({ check: { status, solution }, actions }: Props) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  // The visitor may check the box before hydration; React then receives no event.
  useLayoutEffect(() => {
    if (box.current?.checked) actions.solve()
  }, [actions])
  const text = STATUS_TEXTS[status]
  const isSolved = status === 'solved'
  return (
    <Box solution={solution} create={actions.createCountdown} status={status === 'unsolved' ? '' : text}>
      <span className="relative size-6 flex-none">
        <input
          ref={box}
          id={id}
          className="peer absolute inset-0 z-1 size-full cursor-pointer opacity-0"
          type="checkbox"
          checked={isSolved || status === 'solving'}
          aria-busy={status === 'solving'}
          onChange={actions.solve}
        />
        <span
          className={`pointer-events-none grid size-full place-items-center rounded-xs border text-surface peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus ${isSolved ? 'border-success bg-success' : 'border-line-strong bg-raised'}`}
          aria-hidden="true"
        >
          {isSolved && <Icon name="check" />}
          {status === 'solving' && (
            <span className="size-3.5 rounded-full border-2 border-line-strong border-t-accent motion-safe:animate-spin" />
          )}
        </span>
      </span>
      <label className="cursor-pointer after:absolute after:inset-0" htmlFor={id}>
        {text}
      </label>
    </Box>
  )
}

/**
 * A widget of an external provider. A new `round` starts after a proof was used, lost, expired or
 * refused, and shows the widget again.
 */
function WidgetBox({ check: { status, solution, round }, actions, widget }: Props & { readonly widget: WidgetCheck }) {
  const box = useRef<HTMLFieldSetElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const { listener, retry } = actions
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round shows the widget again
  useEffect(() => (container.current ? widget.show(container.current, listener) : undefined), [widget, listener, round])
  const isUnavailable = status === 'unavailable'

  function handleRetry() {
    // The button disappears; without this the focus would return to the top of the page.
    box.current?.focus()
    retry()
  }

  return (
    <Box ref={box} solution={solution} create={actions.createCountdown} status={solution ? STATUS_TEXTS.solved : ''}>
      <div ref={container} hidden={isUnavailable} />
      {isUnavailable && (
        <>
          <span role="alert">{HUMAN_CHECK_UNAVAILABLE}</span>
          <Button variant="secondary" size="small" onClick={handleRetry}>
            Reintentar
          </Button>
        </>
      )}
    </Box>
  )
}

/** The human check (D9): 64 px high from the first render, so that the layout does not shift. */
export const HumanCheckBox = (props: Props) => {
  const { port } = props.actions
  return port.kind === 'proof-of-work' ? <ProofOfWorkBox {...props} /> : <WidgetBox {...props} widget={port} />
}

interface SubmitProps {
  readonly state: HumanCheckFormState
  readonly humanCheck: HumanCheckActions
  readonly label: string
  readonly busyLabel: string
  readonly busy: boolean
  /** If omitted, the button submits its form. */
  readonly onPress?: () => void
}

/** The human check and the submit button. A hint explains why the button is disabled. */
export function HumanCheckSubmit({ state, humanCheck, busy, ...button }: SubmitProps) {
  const hintId = useId()
  return (
    <div className="grid gap-4.5">
      <HumanCheckBox check={state.check} actions={humanCheck} />
      <SubmitButton {...button} busy={busy} blocked={!state.canSubmit} hintId={hintId} />
      <p className="-mt-3 mb-2.5 min-h-4 text-xs text-muted" id={hintId} role="status">
        {state.hint}
      </p>
    </div>
  )
}
