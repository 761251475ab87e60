/** The room of a canvas: whole CSS px, and how many device px each of them has. */
export interface Frame {
  readonly width: number
  readonly height: number
  readonly ratio: number
}

/** Calls back whenever the device has another number of px to a CSS px: a media query can only ask for one, so it is asked anew. */
function watchRatio(onChange: () => void, { signal }: AbortController): void {
  const wait = () =>
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', changed, { once: true, signal })
  const changed = () => {
    onChange()
    wait()
  }
  wait()
}

/**
 * Calls back with the frame of `element`, at once and whenever it changes, also when only the device's pixels do (another
 * screen, page zoom). An element without room (hidden, not laid out yet) keeps its last frame. Answers how to stop.
 */
export function watchFrame(element: HTMLElement, onChange: (frame: Frame) => void): () => void {
  let last: Frame | null = null
  const measure = () => {
    const frame = { width: element.clientWidth, height: element.clientHeight, ratio: devicePixelRatio }
    if (frame.width === 0 || frame.height === 0) return
    if (last && frame.width === last.width && frame.height === last.height && frame.ratio === last.ratio) return
    last = frame
    onChange(frame)
  }
  const stop = new AbortController()
  const size = new ResizeObserver(measure)
  size.observe(element)
  watchRatio(measure, stop)
  measure()
  return () => {
    size.disconnect()
    stop.abort()
  }
}

/** Fits a canvas to its frame and answers a cleared context that draws in CSS px; null where there is no canvas drawing. */
export function contextFor(
  canvas: HTMLCanvasElement,
  { width, height, ratio }: Frame,
): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d')
  if (!context) return null
  const [deviceWidth, deviceHeight] = [Math.floor(width * ratio), Math.floor(height * ratio)]
  if (canvas.width !== deviceWidth || canvas.height !== deviceHeight) {
    canvas.width = deviceWidth
    canvas.height = deviceHeight
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  return context
}
