import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus of the keyboard to the search of a list when the focused control is removed: a
 * retry that worked, a cleared selection. A touched control opens no keyboard of the screen.
 */
export function useKeptFocus() {
  const list = useRef<HTMLDivElement>(null)
  const isInside = useRef(false)
  useLayoutEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return
    isInside.current = false
    list.current?.querySelector<HTMLElement>('[type=search], button')?.focus()
  })
  return {
    ref: list,
    onFocus({ target }: FocusEvent) {
      isInside.current = target.matches(':focus-visible')
    },
    onBlur() {
      isInside.current = false
    },
  }
}
