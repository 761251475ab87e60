import { existsSync, readFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'

import { SCREEN_NAMES, SCREENS } from '#src/application/navigation/screens.ts'

const PUBLIC = new URL('../public', import.meta.url).pathname

interface Icon {
  readonly src: string
  readonly sizes: string
  readonly type: string
  readonly purpose: 'any' | 'maskable'
}

const manifest: {
  readonly icons: readonly Icon[]
  readonly shortcuts: readonly { readonly url: string }[]
  readonly theme_color: string
  readonly background_color: string
} & Readonly<Record<string, unknown>> = JSON.parse(readFileSync(`${PUBLIC}/manifest.webmanifest`, 'utf8'))

const readIcon = (path: string) => PNG.sync.read(readFileSync(PUBLIC + path))

const isBackground = ({ data }: PNG, index: number) =>
  data[index] === 0xfb && data[index + 1] === 0xfb && data[index + 2] === 0xfa

/** Whether a pixel is in the circle of a maskable icon that every system shows. */
const isInSafeZone = (size: number, x: number, y: number) =>
  Math.hypot(x + 0.5 - size / 2, y + 0.5 - size / 2) <= 0.4 * size

test('the manifest has the fields that browsers need to install the portal', () => {
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Mercado Dólar',
    short_name: 'Dólar',
    lang: 'es-CO',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
  ])
  expect(manifest.shortcuts.filter(({ url }) => !SCREEN_NAMES.some((name) => SCREENS[name].path === url))).toEqual([])
})

test('theme and background colour of the manifest equal the light surface of tokens.css and index.html', () => {
  const tokens = readFileSync(new URL('../src/ui/styles/tokens.css', import.meta.url), 'utf8')
  const page = readFileSync(new URL('../index.html', import.meta.url), 'utf8')
  expect(tokens).toContain(`--md-surface: var(--md-light, ${manifest.theme_color})`)
  expect(page).toContain(`media="(prefers-color-scheme: light)" content="${manifest.theme_color}"`)
  expect(manifest.background_color).toBe(manifest.theme_color)
})

test.each(manifest.icons)(
  '$src is a PNG of the declared size with the logo on an opaque background',
  ({ src, sizes, type }) => {
    const icon = readIcon(src)
    expect([`${icon.width}x${icon.height}`, type]).toEqual([sizes, 'image/png'])
    let [logoPixels, transparentPixels] = [0, 0]
    for (let index = 0; index < icon.data.length; index += 4) {
      if (!isBackground(icon, index)) logoPixels += 1
      if (icon.data[index + 3] !== 255) transparentPixels += 1
    }
    expect(transparentPixels).toBe(0)
    expect(logoPixels / (icon.width * icon.height)).toBeGreaterThan(0.05)
  },
)

test.each(manifest.icons.filter(({ purpose }) => purpose === 'maskable'))(
  '$src has its logo inside the safe zone of maskable icons',
  ({ src }) => {
    const icon = readIcon(src)
    let outside = 0
    for (let y = 0; y < icon.height; y += 1) {
      for (let x = 0; x < icon.width; x += 1) {
        const index = 4 * (y * icon.width + x)
        if (!isInSafeZone(icon.width, x, y) && !isBackground(icon, index)) outside += 1
      }
    }
    expect(outside).toBe(0)
  },
)

test('the page names the manifest and an icon for home screens that read no manifest', () => {
  const page = readFileSync(new URL('../index.html', import.meta.url), 'utf8')
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest">')
  const [, touchIcon = ''] = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(page) ?? []
  expect(existsSync(PUBLIC + touchIcon)).toBe(true)
})
