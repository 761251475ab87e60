import { type RefObject, startTransition, useEffect, useState, useSyncExternalStore } from 'react'

import { type CanvasSize, watchCanvasSize } from '#src/charts/draw/canvas-size.ts'
import { type Palette, readPalette, readPrintedPalette, watchPalette, watchPrint } from '#src/charts/draw/palette.ts'

/**
 * Returns the size of the element around a plot. Its layout and its first drawing run in separate
 * tasks. `onUnsized` is called if the element has no size when it is mounted.
 */
export function usePlotSize(element: RefObject<HTMLElement | null>, onUnsized?: () => void): CanvasSize | null {
  const [canvasSize, setCanvasSize] = useState<CanvasSize | null>(null)
  useEffect(() => {
    if (!element.current) return undefined
    let isFirst = true
    const stop = watchCanvasSize(element.current, (next) => {
      if (isFirst) startTransition(() => setCanvasSize(next))
      else setCanvasSize(next)
      isFirst = false
    })
    if (isFirst) onUnsized?.()
    return stop
  }, [element, onUnsized])
  return canvasSize
}

/**
 * Returns the page's palette, a new object whenever the theme, the fonts or the text size change or
 * the page is printed.
 */
export function usePalette(): Palette {
  const [palette, setPalette] = useState(readPalette)
  useEffect(() => watchPalette(setPalette), [])
  // The browser copies the page right after `beforeprint`. React renders the update of an external
  // store synchronously, so before the copy.
  const printed = useSyncExternalStore(watchPrint, readPrintedPalette, () => null)
  return printed ?? palette
}

const NARROW = '(max-width: 599.98px)'

/** True while the style sheet's phone layout applies. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches)
  useEffect(() => {
    const query = matchMedia(NARROW)
    const update = () => setNarrow(query.matches)
    update()
    query.addEventListener('change', update)
    return () => query.removeEventListener('change', update)
  }, [])
  return isNarrow
}
