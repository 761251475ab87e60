import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('../', import.meta.url).pathname
const FOLDER = `${ROOT}src/ui/styles/`

/** Every sheet of the portal, without comments and strings. */
const SHEETS: readonly (readonly [name: string, css: string])[] = [
  ...readdirSync(FOLDER).map((name) => [name, `${FOLDER}${name}`] as const),
  ['charts.css', `${ROOT}src/charts/view/charts.css`] as const,
].map(([name, path]) => [
  name,
  readFileSync(path, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/"[^"]*"/g, '""'),
])

const findSelectors = (css: string) =>
  [...css.matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector.trim())
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => selector.split(/,(?![^(]*\))/))

/** The last element of a selector: the one that the rule styles. */
const findSubject = (selector: string) =>
  selector
    .trim()
    .split(/[\s>+~]+(?![^(]*\))/)
    .at(-1) ?? ''

const findClasses = (text: string) => [...text.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)

/** The sheets that style each class. */
function findOwners(): ReadonlyMap<string, ReadonlySet<string>> {
  const owners = new Map<string, Set<string>>()
  for (const [sheet, css] of SHEETS) {
    for (const name of findSelectors(css).map(findSubject).flatMap(findClasses)) {
      owners.set(name, (owners.get(name) ?? new Set()).add(sheet))
    }
  }
  return owners
}

/**
 * Classes that older sheets still adjust in their own context. The list may only get shorter: a
 * class that is new here belongs into one sheet.
 */
const SHARED: readonly string[] = [
  'brand',
  'btn',
  'chart',
  'chart-panel',
  'checked',
  'chg',
  'close',
  'control',
  'deals',
  'failed-line',
  'fig',
  'grid12',
  'hint',
  'horizon',
  'icon',
  'label',
  'large',
  'last-price',
  'lg',
  'line',
  'live',
  'meta',
  'msg',
  'note',
  'off',
  'outcome',
  'page',
  'price-list',
  'skeleton',
  'square',
  'strength',
  'strip',
  'wide',
]

test('no class is styled in two sheets, except the listed ones', () => {
  const shared = [...findOwners()].filter(([, sheets]) => sheets.size > 1).map(([name]) => name)
  expect(shared.toSorted()).toEqual(SHARED)
})

const tokens = SHEETS.find(([name]) => name === 'tokens.css')?.[1] ?? ''

test('each colour is declared once, with its light and its dark value', () => {
  const declared = [...tokens.matchAll(/(--md-[\w-]+):\s*[^;]*(?:#[0-9a-f]{3,8})[^;]*;/g)]
  const names = declared.map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(40)
  expect(new Set(names).size).toBe(names.length)
  for (const [text] of declared) expect(text).toMatch(/var\(--md-light, .+\)\s+var\(--md-dark, .+\);$/)
})

test('a theme only switches between the two values', () => {
  const dark = [...tokens.matchAll(/color-scheme: dark;([^}]*)\}/g)].map(([, body = '']) => body.replaceAll(/\s/g, ''))
  expect(dark).toEqual(['--md-light:;--md-dark:initial;', '--md-light:;--md-dark:initial;'])
})

test('no sheet but the tokens has a raw colour', () => {
  const raw = SHEETS.filter(([name, css]) => name !== 'tokens.css' && /#[0-9a-fA-F]{3,8}\b/.test(css))
  expect(raw.map(([name]) => name)).toEqual([])
})
