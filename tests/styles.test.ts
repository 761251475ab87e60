import { readdirSync, readFileSync } from 'node:fs'
import { compile } from 'tailwindcss'
import { expect, test } from 'vitest'

const ROOT = new URL('../', import.meta.url).pathname
const FOLDERS = [`${ROOT}src/ui/styles/`, `${ROOT}src/charts/view/`]

/** Every sheet of the portal by its name, without comments and strings. */
const SHEETS: readonly (readonly [name: string, css: string])[] = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.css'))
    .map((file) => [
      file.replace('.css', ''),
      readFileSync(folder + file, 'utf8')
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .replaceAll(/"[^"]*"/g, '""'),
    ]),
)

const findSelectors = (css: string) =>
  [...css.matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector.trim())
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => selector.split(/,(?![^(]*\))/))

const findClasses = (text: string) => [...text.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)

const listComponents = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => `${folder}${file}`)

/** The class names in the components. `\0` stands for the computed part of a name: `chip-\0`. */
function findUsedClasses(): ReadonlySet<string> {
  const sources = ['src/ui/', 'src/charts/view/'].flatMap((folder) => listComponents(`${ROOT}${folder}`))
  const texts = sources.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(/className(?:="([^"]*)"|=\{`([^`]*)`\}|=\{([^{}]*)\}|: ('[^']*'))/g),
    ].flatMap(([, text, template, code, field]) =>
      text !== undefined
        ? [text]
        : [
            ...(template === undefined ? [] : [template.replaceAll(/\$\{[^}]*\}/g, '\0')]),
            ...readStrings(code ?? field ?? ''),
          ],
    ),
  )
  return new Set(texts.flatMap((text) => text.split(/\s+/)).filter((name) => name !== '' && !name.startsWith('\0')))
}

/** The string literals of an expression, without compared values. */
const readStrings = (code: string) =>
  [...code.replaceAll(/=== '[^']*'/g, '').matchAll(/'([^']*)'/g)].map(([, text = '']) => text)

/** The strings of a component by their classes, with computed parts omitted: `'min-h-9 text-sm/none'`. */
const readTexts = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(
    ([, single = '', double = '', template = '']) =>
      single + double + template.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, ' '),
  )

/** Classes without a style, by which the browser tests find an element. */
const UNSTYLED: readonly string[] = []

test('each class of a component is styled by a sheet or is a Tailwind utility', async () => {
  const styled = [...new Set(SHEETS.flatMap(([, css]) => findSelectors(css).flatMap(findClasses)))]
  const theme = readFileSync(`${ROOT}src/ui/styles/tailwind.css`, 'utf8')
  const { build } = await compile(`@tailwind utilities;\n${theme}`)
  const results = new Map<string, boolean>()
  // Tailwind builds a class once: a second build of the same class adds nothing.
  const isUtility = (name: string) => {
    // The name of an element for `group-hover:` and `peer-checked:`.
    if (/^(group|peer)(\/[\w-]+)?$/.test(name)) return true
    const result = results.get(name) ?? build([]).length < build([name]).length
    results.set(name, result)
    return result
  }
  const isStyled = (name: string) => {
    const [start = '', ...rest] = name.split('\0')
    return rest.length === 0 ? styled.includes(start) : styled.some((known) => known.startsWith(start))
  }
  const unknown = [...findUsedClasses()].filter((name) => !isStyled(name) && !isUtility(name))
  expect(unknown).toEqual(UNSTYLED)

  const isSpecific = (name: string) => name.includes('-') && isUtility(name)
  const lists = listComponents(`${ROOT}src/ui/`)
    .flatMap(readTexts)
    .map((text) => text.split(/\s+/).filter((name) => name !== ''))
    .filter((names) => names.some(isSpecific))
  expect(lists.flat().filter((name) => !isStyled(name) && !isUtility(name))).toEqual([])
})

const tokens = SHEETS.find(([name]) => name === 'tokens')?.[1] ?? ''

test('each colour is declared once, with its light and its dark value', () => {
  const declared = [...tokens.matchAll(/(--md-[\w-]+):\s*[^;]*(?:#[0-9a-f]{3,8})[^;]*;/g)]
  const names = declared.map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(40)
  expect(new Set(names).size).toBe(names.length)
  for (const [text] of declared) expect(text).toMatch(/var\(--md-light, .+\)\s+var\(--md-dark, .+\);$/)
})

test('both rules of the dark theme only switch from the light to the dark values', () => {
  const dark = [...tokens.matchAll(/color-scheme: dark;([^}]*)\}/g)].map(([, body = '']) => body.replaceAll(/\s/g, ''))
  expect(dark).toEqual(['--md-light:;--md-dark:initial;', '--md-light:;--md-dark:initial;'])
})

test('no sheet but the tokens has a raw colour', () => {
  const raw = SHEETS.filter(([name, css]) => name !== 'tokens' && /#[0-9a-fA-F]{3,8}\b/.test(css))
  expect(raw.map(([name]) => name)).toEqual([])
})
