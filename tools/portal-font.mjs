/**
 * Writes the portal's font: Archivo with the widths, weights and features that the style sheets
 * use. One file has the glyphs of Spanish. A second file has the other western glyphs, for foreign
 * names. Run this tool when the glyphs, widths, weights or features change. The results are in the
 * repository.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

import { readCommandLine } from './command-line.mjs'
import { ROOT } from './setup.mjs'

const SOURCE = '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'
const FOLDER = join(ROOT, 'src', 'ui', 'fonts')

/**
 * Equal to the font faces in src/ui/fonts/fonts.css. The source has a master at 600: heavier
 * weights cost 10 KB more.
 */
const AXES = { wght: { min: 400, max: 600, default: 400 }, wdth: { min: 78, max: 100, default: 100 } }

/** Tabular figures, kerning, and the features that they need. */
const FEATURES = ['tnum', 'lnum', 'kern', 'ccmp', 'locl']

const toText = (ranges) =>
  ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)))
    .join('')

/** Equal to the ranges in src/ui/fonts/fonts.css. */
const SPANISH = `${toText([[0x20, 0x7e]])}\u00a0¡¿«»°ºª·±×÷§©®½¼%áéíóúüñçÁÉÍÓÚÜÑÇ‐‑–—‘’“”•…‹›€™↑↓−`
const WESTERN = toText([
  [0xa1, 0xff],
  [0x152, 0x153],
  [0x2012, 0x2026],
  [0x2030, 0x2030],
])

const FILES = [
  ['archivo-spanish.woff2', SPANISH],
  ['archivo-western.woff2', `${[...WESTERN].filter((letter) => !SPANISH.includes(letter)).join('')}ı∕`],
]

readCommandLine()
const source = await readFile(createRequire(import.meta.url).resolve(SOURCE))
for (const [name, text] of FILES) {
  const options = { targetFormat: 'woff2', variationAxes: AXES, keepFeatures: FEATURES, noHinting: true }
  const font = await subsetFont(source, text, options)
  await writeFile(join(FOLDER, name), font)
  console.log(`${name}: ${source.length} → ${font.length} bytes`)
}
