interface Props {
  readonly text: string
  readonly className?: string
}

/** A short word that qualifies a figure, such as 'No oficial'. */
export const Mark = ({ text, className = '' }: Props) => (
  <span
    className={`rounded-xs bg-same-soft px-1.75 py-0.5 text-xs font-570 wdth-table whitespace-nowrap text-ink-soft ${className}`}
  >
    {text}
  </span>
)
