import { prepareOnce } from '#tests/support/prepare-once.ts'
import { writePictureFonts } from '../../tools/picture-fonts.mjs'

/** Returns the folder with the fonts of the preview picture; the first call of a run writes it. */
export const preparePictureFonts = (): Promise<string> =>
  prepareOnce('fonts', async (folder) => {
    await writePictureFonts(folder)
    return folder
  })
