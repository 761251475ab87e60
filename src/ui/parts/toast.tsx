import { Icon } from '#src/ui/parts/icon.tsx'

interface Props {
  readonly text: string
  readonly onEnd: () => void
}

/** A short good news: its animation lasts five seconds, pauses under the pointer and takes it away at the end. */
export const Toast = ({ text, onEnd }: Props) => (
  <div className="toast" role="status" onAnimationEnd={onEnd}>
    <Icon name="check" />
    {text}
  </div>
)
