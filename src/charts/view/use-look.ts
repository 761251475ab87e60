import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { type Frame, watchFrame } from '#src/charts/draw/frame.ts'
import { type Palette, readPalette, watchPalette } from '#src/charts/draw/palette.ts'

/** The frame of an element; null until it has room. */
export function useFrame(element: RefObject<HTMLElement | null>): Frame | null {
  const [frame, setFrame] = useState<Frame | null>(null)
  useLayoutEffect(() => {
    return element.current ? watchFrame(element.current, setFrame) : undefined
  }, [element])
  return frame
}

/** The page's palette, a new one whenever the theme or the letters change. */
export function usePalette(): Palette {
  const [palette, setPalette] = useState(readPalette)
  useEffect(() => watchPalette(() => setPalette(readPalette())), [])
  return palette
}

const NARROW = '(max-width: 599.98px)'

/** Whether the page is as narrow as the style sheet's phone layout. */
export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches)
  useEffect(() => {
    const query = matchMedia(NARROW)
    const follow = () => setNarrow(query.matches)
    follow()
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return narrow
}

/** The value, a new one at most every `interval` ms and the last one always. */
export function useThrottled<T>(value: T, interval: number): T {
  const [shown, setShown] = useState(value)
  const shownAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (value === shown) return undefined
    const show = () => {
      shownAt.current = performance.now()
      setShown(value)
    }
    const timer = setTimeout(show, shownAt.current + interval - performance.now())
    return () => clearTimeout(timer)
  }, [value, shown, interval])
  return shown
}
