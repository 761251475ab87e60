import { type ReactNode, useId } from 'react'

import { Button, type ButtonVariant } from '#src/ui/parts/button.tsx'

interface Props {
  /** The name of the row; screen readers read it as the description of the button. */
  readonly rowName: string
  readonly variant?: ButtonVariant
  /** The reason why the action is refused; screen readers read the reason after the row's name. */
  readonly refusal?: string | null
  readonly onPress: () => void
  readonly children: ReactNode
}

/** The button of an action. Its name is the same in every row; its description names the row. */
export function RowButton({ rowName, variant = 'secondary', refusal = null, onPress, children }: Props) {
  const id = useId()
  return (
    <>
      <Button
        variant={variant}
        size="small"
        title={refusal ?? undefined}
        aria-disabled={refusal !== null || undefined}
        aria-describedby={id}
        onClick={onPress}
      >
        {children}
      </Button>
      <span className="sr-only left-0" id={id}>
        {rowName}
        {refusal !== null && `. ${refusal}`}
      </span>
    </>
  )
}
