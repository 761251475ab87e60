import { join } from 'node:path'

import { PICTURE_FACES } from '#server/page/price-picture.ts'

/** Renders an SVG of the preview picture as PNG. */
export type RenderPicture = (svg: string) => Promise<Buffer>

/**
 * Creates the renderer with the fonts of a folder. It loads the native package with the first
 * picture, so that a platform without it still starts the server. It renders off the event loop.
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
