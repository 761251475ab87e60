import { useEffect } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

interface Props {
  readonly text: string
  /** Called after the toast was added to the queue. */
  readonly onAdded: () => void
}

/** Puts a text into the portal's toast queue once; renders nothing. */
export function Toast({ text, onAdded }: Props) {
  const { toasts } = useUseCases()
  useEffect(() => {
    toasts.show(text)
    onAdded()
  })
  return null
}
