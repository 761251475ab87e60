/** Size of a canvas in whole CSS px. `ratio` is device px per CSS px. */
export interface Frame {
  readonly width: number
  readonly height: number
  readonly ratio: number
}

/**
 * Calls back when the device pixel ratio changes. A media query matches one ratio, so each change
 * requires a new query.
 */
function watchRatio(onChange: () => void, { signal }: AbortController): void {
  const listen = () =>
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', handleChange, { once: true, signal })
  const handleChange = () => {
    onChange()
    listen()
  }
  listen()
}

/**
 * Calls back with the frame of `element` now and after each change of its size or of the device
 * pixel ratio. It ignores an element without size (hidden, not laid out). Returns a
 * function that stops.
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
  const controller = new AbortController()
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  watchRatio(measure, controller)
  measure()
  return () => {
    observer.disconnect()
    controller.abort()
  }
}

/**
 * Resizes a canvas to its frame and returns a cleared context in CSS px, null without canvas
 * support.
 */
export function prepareContext(
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
