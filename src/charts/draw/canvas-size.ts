/** Size of a canvas in whole CSS px. `ratio` is device px per CSS px. */
export interface CanvasSize {
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
 * Calls back with the size of a canvas that fills `element`: now and after each change of the
 * element's size or of the device pixel ratio. It ignores an element without size (hidden, not laid
 * out). Returns a function that stops.
 */
export function watchCanvasSize(element: HTMLElement, onChange: (size: CanvasSize) => void): () => void {
  let last: CanvasSize | null = null
  const measure = () => {
    const size = { width: element.clientWidth, height: element.clientHeight, ratio: devicePixelRatio }
    if (size.width === 0 || size.height === 0) return
    if (last && size.width === last.width && size.height === last.height && size.ratio === last.ratio) return
    last = size
    onChange(size)
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
 * Resizes a canvas and returns its context, cleared and scaled to CSS px; null without canvas
 * support.
 */
export function prepareContext(
  canvas: HTMLCanvasElement,
  { width, height, ratio }: CanvasSize,
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
