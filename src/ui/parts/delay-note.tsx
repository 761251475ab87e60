import { Note } from '#src/ui/parts/note.tsx'

interface Props {
  readonly text: string
  readonly className?: string
}

/** Explains the delay of a visitor's data and which deals the data includes (D17). */
export const DelayNote = ({ text, className = '' }: Props) => (
  <Note icon="clock" className={className}>
    {text}
  </Note>
)
