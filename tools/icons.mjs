import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'

import { readCommandLine } from './command-line.mjs'
import { ROOT } from './setup.mjs'

/** Background of the light theme, because some systems need an opaque icon. */
const BACKGROUND = '#fbfbfa'

/** Width and height of the mark's view box. */
const MARK_SIZE = 26

/**
 * `size` in pixels. `share` is the width of the mark as a share of the icon. Systems crop a
 * maskable icon to its middle 80 %.
 */
const ICONS = {
  'icon-192': { size: 192, share: 0.72 },
  'icon-512': { size: 512, share: 0.72 },
  'maskable-192': { size: 192, share: 0.52 },
  'maskable-512': { size: 512, share: 0.52 },
  'touch-180': { size: 180, share: 0.6 },
}

/** Writes the icons of the installed portal, drawn from `public/mark.svg`. */
async function writeIcons(folder) {
  const mark = await readFile(join(ROOT, 'public', 'mark.svg'), 'utf8')
  const shapes = mark.replace(/^<svg[^>]*>/, '').replace(/@media.*?\}\}/, '')
  await mkdir(folder, { recursive: true })
  for (const [name, { size, share }] of Object.entries(ICONS)) {
    const [scale, offset] = [(size * share) / MARK_SIZE, (size * (1 - share)) / 2]
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="${BACKGROUND}"/><g transform="translate(${offset} ${offset}) scale(${scale})">${shapes.replace('</svg>', '')}</g></svg>`
    await writeFile(join(folder, `${name}.png`), new Resvg(svg).render().asPng())
  }
}

readCommandLine()
await writeIcons(join(ROOT, 'public', 'icons'))
