import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

import { ROOT } from './setup.mjs'

/**
 * Writes the portal's font: the Latin glyphs of Archivo with the widths and weights that the style
 * sheets use. Run it when one of them changes; the result is in the repository.
 */
const SOURCE = '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'
const TARGET = join(ROOT, 'src', 'ui', 'fonts', 'archivo-latin.woff2')

/** Equal to the font face in src/ui/fonts/fonts.css. */
const AXES = { wght: { min: 400, max: 700, default: 400 }, wdth: { min: 78, max: 100, default: 100 } }

const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x152, 0x153],
  [0x2010, 0x2026],
  [0x2030, 0x203a],
]
const SIGNS = '€™↑↓−∕ı'

const text = RANGES.flatMap(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
).join('')

const source = await readFile(createRequire(import.meta.url).resolve(SOURCE))
const font = await subsetFont(source, text + SIGNS, { targetFormat: 'woff2', variationAxes: AXES })
await writeFile(TARGET, font)
console.log(`${TARGET}: ${source.length} → ${font.length} bytes`)
