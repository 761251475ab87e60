import { useEffect, useState } from 'react'

/**
 * Returns the focus to the element that opened the dialog. Headless UI cannot do this if its code
 * loads after the press.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
      }),
    [opener],
  )
}
