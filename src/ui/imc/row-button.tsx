import { type ReactNode, useId } from 'react'

import { Button, type ButtonVariant } from '#src/ui/parts/button.tsx'

interface Props {
  /** The name of the row; screen readers read it as the description of the button. */
  readonly rowName: string
  /** The id of an element that shows the name of the row. Default: the button has a hidden text. */
  readonly nameId?: string
  readonly variant?: ButtonVariant
  /** The reason why the action is refused; screen readers read the reason after the row's name. */
  readonly refusal?: string | null
  readonly className?: string
  /** Whether the next navigation focuses the button. */
  readonly takesFocus?: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

/** The button of an action. Its name is the same in every row; its description names the row. */
export function RowButton(props: Props) {
  const { rowName, nameId, variant = 'secondary', refusal = null, className = '', takesFocus = false } = props
  const { onPress, children } = props
  const id = useId()
  const hiddenTexts = [nameId === undefined ? rowName : null, refusal].filter((text) => text !== null)
  const hiddenId = hiddenTexts.length === 0 ? undefined : id
  return (
    <>
      <Button
        variant={variant}
        size="small"
        className={className}
        title={refusal ?? undefined}
        data-focus={takesFocus || undefined}
        aria-disabled={refusal !== null || undefined}
        aria-describedby={[nameId, hiddenId].filter((part) => part !== undefined).join(' ')}
        onClick={onPress}
      >
        {children}
      </Button>
      {hiddenId !== undefined && (
        <span className="sr-only left-0" id={hiddenId}>
          {hiddenTexts.join('. ')}
        </span>
      )}
    </>
  )
}
