import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const SOURCE = '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'

/** The faces of the preview picture: fixed points on the axes of the variable font. */
const FACES = {
  text: { wght: 450, wdth: 100 },
  head: { wght: 650, wdth: 86 },
  figure: { wght: 600, wdth: 78 },
}

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('')
const CHARACTERS = `${ASCII}áéíóúñüÁÉÍÓÚÑÜ¿¡·–—−…`

/**
 * Writes the fonts of the preview picture as TrueType files, because its renderer reads neither
 * WOFF2 nor variable fonts.
 */
export async function writePictureFonts(folder) {
  const source = await readFile(createRequire(import.meta.url).resolve(SOURCE))
  await mkdir(folder, { recursive: true })
  for (const [name, variationAxes] of Object.entries(FACES)) {
    const font = await subsetFont(source, CHARACTERS, { targetFormat: 'sfnt', variationAxes, noHinting: true })
    await writeFile(join(folder, `archivo-${name}.ttf`), font)
  }
}
