import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button } from '#src/ui/parts/button.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { PanelHead, Region } from '#src/ui/parts/panel.tsx'

interface PanelProps {
  readonly title: string
  readonly children: ReactNode
}

/** A titled panel next to a form. */
export function AsidePanel({ title, children }: PanelProps) {
  const id = useId()
  return (
    <Region aria-labelledby={id}>
      <PanelHead title={title} titleId={id} />
      {children}
    </Region>
  )
}

interface Props {
  /** The heading and the document title. */
  readonly title: string
  readonly intro: string
  readonly children: ReactNode
  /** Shown next to the form. */
  readonly aside: ReactNode
}

/** A form with an explanation at its right; on narrow pages the explanation is below the form. */
export const Frame = ({ title, intro, children, aside }: Props) => (
  <Main title={title}>
    <div className="grid12 pt-10 max-sm:pt-6">
      <div className="max-w-form max-sm:max-w-none md:col-span-5">
        <h1>{title}</h1>
        <p className="mt-1.5 max-w-[76ch] text-ink-soft">{intro}</p>
        {children}
      </div>
      <div className="grid content-start gap-9 max-md:empty:hidden md:col-[7/span_6]">{aside}</div>
    </div>
  </Main>
)

/**
 * A form of the identity screens. A form that is submitted before hydration is sent by the browser:
 * by POST, because GET would write the password into the address.
 */
export const AuthForm = (props: Omit<ComponentProps<'form'>, 'method' | 'noValidate'>) => (
  <form method="post" noValidate {...props} />
)

interface SubmitButtonProps {
  readonly label: string
  /** Replaces the label while a request runs: 'Verificando…' */
  readonly busyLabel: string
  readonly busy: boolean
  /** Disables the button. The element `hintId` explains the reason. */
  readonly blocked?: boolean
  readonly hintId?: string
  /** If omitted, the button submits its form. */
  readonly onPress?: () => void
}

/**
 * A submit button. A busy button is not disabled, because a disabled button loses the focus. The
 * view ignores a second press.
 */
export const SubmitButton = ({ label, busyLabel, busy, blocked = false, hintId, onPress }: SubmitButtonProps) => (
  <Button
    type={onPress ? 'button' : 'submit'}
    variant="primary"
    className="w-full"
    aria-busy={busy}
    aria-describedby={hintId}
    disabled={blocked && !busy}
    onClick={onPress}
  >
    {busy ? busyLabel : label}
  </Button>
)
