import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { PreviewDay } from '#server/market/preview-price.ts'
import { drawPricePicture, PICTURE_FACES } from '#server/page/price-picture.ts'
import { type BogotaDate, type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Renders an SVG of the preview picture as PNG. */
type RenderPicture = (svg: string) => Promise<Buffer>

/**
 * Creates the renderer with the fonts of a folder. The first picture loads the native package, so
 * that the server also starts without this package. Rendering does not block the event loop.
 */
export const createPictureRenderer =
  (fontsFolder: string): RenderPicture =>
  async (svg) => {
    const { renderAsync } = await import('@resvg/resvg-js')
    const image = await renderAsync(svg, {
      font: {
        loadSystemFonts: false,
        fontFiles: PICTURE_FACES.map((name) => join(fontsFolder, `archivo-${name}.ttf`)),
        defaultFontFamily: 'Archivo',
      },
    })
    return image.asPng()
  }

/** Minimum time between two drawings of the picture, in milliseconds. */
export const PICTURE_INTERVAL_MS = MINUTE_MS

export interface Picture {
  readonly svg: string
  readonly png: Buffer
  readonly etag: string
}

interface PictureCacheParts {
  readonly readDay: () => Promise<PreviewDay | null>
  /** Null without fonts; then there is no picture. */
  readonly render: RenderPicture | null
  readonly simulated: boolean
  /** The real clock. */
  readonly now: () => Instant
  readonly onFailure: (error: unknown) => void
}

/** Caches the last picture. */
export interface PictureCache {
  /**
   * Returns the picture of the last minute; null when it cannot be rendered. A failed rendering is
   * retried after a minute.
   */
  load(): Promise<Picture | null>
}

const toEtag = (png: Buffer) => `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"`

/** Draws the picture at most once a minute, and renders it only when its SVG has changed. */
export function createPictureCache({ readDay, render, simulated, now, onFailure }: PictureCacheParts): PictureCache {
  let lastPicture: Picture | null = null
  let currentDrawing: Promise<Picture | null> | null = null
  let drawnAt = Number.NEGATIVE_INFINITY

  async function draw(): Promise<Picture | null> {
    if (render === null) return null
    const svg = drawPricePicture(await readDay(), { simulated })
    if (lastPicture?.svg !== svg) {
      const png = await render(svg)
      lastPicture = { svg, png, etag: toEtag(png) }
    }
    return lastPicture
  }

  return {
    load() {
      const instant = now()
      if (currentDrawing && instant >= drawnAt && instant < drawnAt + PICTURE_INTERVAL_MS) return currentDrawing
      drawnAt = instant
      currentDrawing = draw().catch((error: unknown) => {
        onFailure(error)
        return null
      })
      return currentDrawing
    },
  }
}

/** Maximum number of pictures of days in memory: 100 of some 60 KB. The least recently used ones are drawn again. */
export const MAX_DAY_PICTURES = 100

/** Maximum number of first pictures of days that are drawn at the same time. */
export const MAX_DAY_DRAWINGS = 4

/** Caches the pictures of days, each like that of the last price. */
export interface DayPictures {
  /** Returns the picture of a day; null when it cannot be rendered, or when too many others are drawn. */
  load(date: BogotaDate): Promise<Picture | null>
}

export function createDayPictures(createCache: (date: BogotaDate) => PictureCache): DayPictures {
  // A map iterates in insertion order. Here this is the order of last use.
  const caches = new Map<BogotaDate, PictureCache>()
  let drawings = 0

  function store(date: BogotaDate, cache: PictureCache) {
    caches.delete(date)
    caches.set(date, cache)
    const [oldest = date] = caches.keys()
    if (caches.size > MAX_DAY_PICTURES) caches.delete(oldest)
  }

  async function drawFirst(date: BogotaDate): Promise<Picture | null> {
    const cache = createCache(date)
    store(date, cache)
    drawings += 1
    try {
      return await cache.load()
    } finally {
      drawings -= 1
    }
  }

  return {
    async load(date) {
      const cache = caches.get(date)
      if (cache === undefined) return drawings < MAX_DAY_DRAWINGS ? drawFirst(date) : null
      store(date, cache)
      return cache.load()
    },
  }
}
