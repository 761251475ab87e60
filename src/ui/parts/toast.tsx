import { useEffect } from 'react'

import { usePortal } from '#src/ui/portal/portal-context.tsx'

interface Props {
  readonly text: string
  /** Called after the text was added to the queue. */
  readonly onAdded: () => void
}

/** Adds a text to the portal's toast queue. `onAdded` has to remove this component. */
export function Toast({ text, onAdded }: Props) {
  const { toasts } = usePortal()
  useEffect(() => {
    toasts.show(text)
    onAdded()
  })
  return null
}
