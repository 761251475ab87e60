declare global {
  interface Window {
    /** Runs what was asked of `requestAnimationFrame`; answers whether there was any. Installed before any library loads. */
    runFrames(): boolean
    /** Waits for frames of the real kind. */
    realFrames(count: number): Promise<void>
  }
}

/**
 * Puts a queue in the place of `requestAnimationFrame`, to be emptied at once: what is measured is work, not waiting for the
 * screen. It must run before any library loads, for some keep the function they find then.
 */
export function queueFrames(): void {
  const real = window.requestAnimationFrame.bind(window)
  let queue = new Map<number, FrameRequestCallback>()
  let last = 0
  window.requestAnimationFrame = (callback) => {
    last += 1
    queue.set(last, callback)
    return last
  }
  window.cancelAnimationFrame = (frame) => {
    queue.delete(frame)
  }
  window.runFrames = () => {
    const asked = queue
    queue = new Map()
    for (const callback of asked.values()) callback(performance.now())
    return asked.size > 0
  }
  window.realFrames = async (count) => {
    for (let i = 0; i < count; i++) await new Promise(real)
  }
}

/** A library may ask for a frame from within one, or from a microtask; none does so for ever. */
const MOST_FRAMES = 8

async function settleFrames(): Promise<void> {
  for (let i = 0; i < MOST_FRAMES; i++) {
    await Promise.resolve()
    await Promise.resolve()
    if (!window.runFrames()) return
  }
}

/** Makes the browser paint now what it was told to: reading one pixel back needs all that came before it. */
export function rasterise(element: HTMLElement): void {
  for (const canvas of element.querySelectorAll('canvas')) {
    if (canvas.width > 0 && canvas.height > 0) canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
  }
}

/** How long `work` takes until its pixels stand in `element`, ms: script, frames and rasterisation. */
export async function time(element: HTMLElement, work: () => void): Promise<number> {
  const begun = performance.now()
  work()
  await settleFrames()
  rasterise(element)
  return performance.now() - begun
}

/** How many pixels of `element` are not of its most common colour: a picture that was not drawn has none. */
export function inkOf(element: HTMLElement): number {
  let ink = 0
  for (const canvas of element.querySelectorAll('canvas')) {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    const colors = new Uint32Array(pixels?.buffer ?? new ArrayBuffer(0))
    const ground = colors[0]
    ink += colors.reduce((sum, color) => sum + (color === ground ? 0 : 1), 0)
  }
  return ink
}
