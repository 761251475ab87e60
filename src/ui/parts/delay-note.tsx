import { Icon } from '#src/ui/parts/icon.tsx'

interface Props {
  readonly text: string
  readonly className?: string
}

/** Explains the delay of a visitor's data and which deals the data includes (D17). */
export const DelayNote = ({ text, className = '' }: Props) => (
  <p className={`note ${className}`}>
    <Icon name="clock" />
    {text}
  </p>
)
