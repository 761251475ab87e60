import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { PreviewDay } from '#server/market/preview-price.ts'
import { drawPricePicture, PICTURE_FACES } from '#server/page/price-picture.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

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

interface Picture {
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
