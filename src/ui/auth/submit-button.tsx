interface Props {
  readonly label: string
  /** Replaces the label while a request runs: 'Verificando…' */
  readonly busyLabel: string
  readonly busy: boolean
  /** Disables the button; the element `describedBy` explains why. */
  readonly blocked?: boolean
  readonly describedBy?: string
  /** Without it the button submits its form. */
  readonly onPress?: () => void
}

/** A submit button. While busy it stays enabled and focused; the view ignores a second press. */
export const SubmitButton = ({ label, busyLabel, busy, blocked = false, describedBy, onPress }: Props) => (
  <button
    type={onPress ? 'button' : 'submit'}
    className="btn pri wide"
    aria-busy={busy}
    aria-describedby={describedBy}
    disabled={blocked && !busy}
    onClick={onPress}
  >
    {busy ? busyLabel : label}
  </button>
)
