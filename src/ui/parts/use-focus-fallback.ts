import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Focuses the first search field or button of a list when the focused control is removed. Ignores a
 * control that was touched: a focused search field would open the on-screen keyboard.
 */
export function useFocusFallback() {
  const list = useRef<HTMLDivElement>(null)
  /** Whether the keyboard focus is in the list. */
  const hasKeyboardFocus = useRef(false)
  useLayoutEffect(() => {
    if (!hasKeyboardFocus.current || document.activeElement !== document.body) return
    hasKeyboardFocus.current = false
    list.current?.querySelector<HTMLElement>('[type=search], button')?.focus()
  })
  return {
    ref: list,
    onFocus({ target }: FocusEvent) {
      hasKeyboardFocus.current = target.matches(':focus-visible')
    },
    onBlur() {
      hasKeyboardFocus.current = false
    },
  }
}
