interface Props {
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
export const SubmitButton = ({ label, busyLabel, busy, blocked = false, hintId, onPress }: Props) => (
  <button
    type={onPress ? 'button' : 'submit'}
    className="btn pri wide"
    aria-busy={busy}
    aria-describedby={hintId}
    disabled={blocked && !busy}
    onClick={onPress}
  >
    {busy ? busyLabel : label}
  </button>
)
