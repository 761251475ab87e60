import { join } from 'node:path'

import { PICTURE_FACES } from '#server/page/price-picture.ts'

/** Renders an SVG of the preview picture as PNG. */
export type RenderPicture = (svg: string) => Promise<Buffer>

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
