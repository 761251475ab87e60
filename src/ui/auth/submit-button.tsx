interface Props {
  readonly label: string
  /** In its place while the answer is to come: 'Verificando…' */
  readonly busyLabel: string
  readonly busy: boolean
  /** It may not be sent yet; `describedBy` says why. */
  readonly blocked?: boolean
  readonly describedBy?: string
  /** Without it the button sends its form. */
  readonly onPress?: () => void
}

/** While it is busy it keeps its place and its focus; what it sends is taken once. */
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
