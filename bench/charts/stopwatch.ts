declare global {
  interface Window {
    /** Runs the queued frame callbacks. Returns false when the queue is empty. */
    runFrames(): boolean
    /** Waits for frames of the browser. */
    waitForFrames(count: number): Promise<void>
  }
}

/**
 * Replaces `requestAnimationFrame` with a queue, so that times do not include waiting for the
 * screen. Run this function before any library loads, because some libraries store the original.
 */
export function queueFrames(): void {
  const requestFrame = window.requestAnimationFrame.bind(window)
  let queue = new Map<number, FrameRequestCallback>()
  let lastFrame = 0
  window.requestAnimationFrame = (callback) => {
    lastFrame += 1
    queue.set(lastFrame, callback)
    return lastFrame
  }
  window.cancelAnimationFrame = (frame) => {
    queue.delete(frame)
  }
  window.runFrames = () => {
    const callbacks = queue
    queue = new Map()
    for (const callback of callbacks.values()) callback(performance.now())
    return callbacks.size > 0
  }
  window.waitForFrames = async (count) => {
    for (let i = 0; i < count; i++) await new Promise(requestFrame)
  }
}

/** Maximum number of consecutive frames: a frame may request another. */
const MAX_FRAMES = 8

async function runAllFrames(): Promise<void> {
  for (let i = 0; i < MAX_FRAMES; i++) {
    await Promise.resolve()
    await Promise.resolve()
    if (!window.runFrames()) return
  }
}

/** Rasterises all canvases: the read of one pixel waits for all drawing. */
export function rasterise(element: HTMLElement): void {
  for (const canvas of element.querySelectorAll('canvas')) {
    if (canvas.width > 0 && canvas.height > 0) canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
  }
}

/**
 * Returns the time until the pixels of `work` are in `element`, ms: script, frames and
 * rasterisation.
 */
export async function measureTime(element: HTMLElement, work: () => void | Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  await runAllFrames()
  rasterise(element)
  return performance.now() - startedAt
}

/** Returns the number of pixels that differ from the first pixel, 0 for an empty canvas. */
export function countInk(element: HTMLElement): number {
  let ink = 0
  for (const canvas of element.querySelectorAll('canvas')) {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    const colors = new Uint32Array(pixels?.buffer ?? new ArrayBuffer(0))
    const background = colors[0]
    ink += colors.reduce((sum, color) => sum + (color === background ? 0 : 1), 0)
  }
  return ink
}
