import { useEffect, useState } from 'react'

/** Returns the first invalid control in the order of the page. A group passes it to its choice. */
function findFirstError(container: Element): HTMLElement | null {
  const invalid = container.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (invalid?.role !== 'radiogroup') return invalid
  return invalid.querySelector<HTMLElement>('[role=radio][tabindex="0"], :checked, input')
}

/**
 * Returns a function that focuses the first invalid control of a form. It waits until the errors of
 * the same event are rendered.
 */
export function useErrorFocus(): (container: Element | null) => void {
  const [request, setRequest] = useState<{ readonly container: Element | null }>({ container: null })
  useEffect(() => {
    if (request.container) findFirstError(request.container)?.focus()
  }, [request])
  return (container) => setRequest({ container })
}
