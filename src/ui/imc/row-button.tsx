import { type ReactNode, useId } from 'react'

interface Props {
  /** The name of the row; it describes the button to screen readers. */
  readonly row: string
  readonly className?: string
  /** Why the button does nothing now; screen readers read it after the row. */
  readonly refusal?: string | null
  readonly onPress: () => void
  readonly children: ReactNode
}

/** An action of a row. Its name is the same in every row; the row describes it. */
export function RowButton({ row, className = 'btn sec small', refusal = null, onPress, children }: Props) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={className}
        title={refusal ?? undefined}
        aria-disabled={refusal !== null || undefined}
        aria-describedby={id}
        onClick={onPress}
      >
        {children}
      </button>
      <span className="sr-only" id={id}>
        {row}
        {refusal !== null && `. ${refusal}`}
      </span>
    </>
  )
}
