import { createHash } from 'node:crypto'

import type { PreviewDay } from '#server/market/preview-price.ts'
import { drawPricePicture } from '#server/page/price-picture.ts'
import type { RenderPicture } from '#server/page/render-picture.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** How long a picture is sent before it is drawn again. */
export const PICTURE_MS = MINUTE_MS

export interface Picture {
  readonly svg: string
  readonly png: Buffer
  readonly etag: string
}

export interface PictureCacheParts {
  readonly readDay: () => Promise<PreviewDay | null>
  /** Null without fonts: then there is no picture. */
  readonly render: RenderPicture | null
  readonly simulated: boolean
  /** The real clock. */
  readonly now: () => Instant
  readonly onFailure: (error: unknown) => void
}

/** Holds the last picture. */
export interface PictureCache {
  /**
   * The picture of the last minute; null when it cannot be rendered, which is retried after a
   * minute.
   */
  load(): Promise<Picture | null>
}

const toEtag = (png: Buffer) => `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"`

/** Draws the picture at most once a minute, and renders it only when its text changed. */
export function createPictureCache({ readDay, render, simulated, now, onFailure }: PictureCacheParts): PictureCache {
  let last: Picture | null = null
  let current: Promise<Picture | null> | null = null
  let drawnAt = Number.NEGATIVE_INFINITY

  async function draw(): Promise<Picture | null> {
    if (render === null) return null
    const svg = drawPricePicture(await readDay(), { simulated })
    if (last?.svg !== svg) {
      const png = await render(svg)
      last = { svg, png, etag: toEtag(png) }
    }
    return last
  }

  return {
    load() {
      const instant = now()
      if (current && instant >= drawnAt && instant < drawnAt + PICTURE_MS) return current
      drawnAt = instant
      current = draw().catch((error: unknown) => {
        onFailure(error)
        return null
      })
      return current
    },
  }
}
