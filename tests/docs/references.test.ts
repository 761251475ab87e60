import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

import {
  findAnchors,
  findCodeNames,
  findDefinitions,
  findReferences,
  findRelativeLinks,
  findRepositoryPaths,
} from '#tests/support/references.ts'

const ROOT = new URL('../..', import.meta.url).pathname

const readText = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const listFiles = (folder: string, extensions: RegExp): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extensions.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))

const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...listFiles('docs', /\.md$/)]

/** All sources except two with references that are invalid on purpose. */
const sources = ['src', 'server', 'tests', 'tools', 'bench']
  .flatMap((folder) => listFiles(folder, /\.(tsx?|mjs|css|html)$/))
  .filter((file) => file !== 'tests/docs/references.test.ts' && file !== 'tests/support/references.ts')

/** Files outside the source folders whose names the documents may use. */
const CONFIGURATION = [
  'package.json',
  'tsconfig.json',
  'tsconfig.package.json',
  'vite.config.ts',
  'vitest.config.ts',
  'biome.json',
]

const readDefinitions = (folder: string) =>
  listFiles(folder, /\.md$/).flatMap((file) => findDefinitions(readText(file)))
const definitions = [...readDefinitions('docs/spec'), ...readDefinitions('docs/decisions')]

/** Whether a link leads to an existing file and, with an anchor, to one of its headings. */
function hasTarget(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? document : join(dirname(document), path)
  if (!existsSync(join(ROOT, target))) return false
  return anchor === undefined || findAnchors(readText(target)).includes(anchor)
}

/** Returns `file: finding` for each finding in the files. */
const collectFindings = (files: readonly string[], find: (text: string, file: string) => readonly string[]) =>
  files.flatMap((file) => find(readText(file), file).map((finding) => `${file}: ${finding}`))

test('every §, D and ADR reference has a heading', () => {
  const unknownReferences = collectFindings([...sources, ...documents], (text) =>
    findReferences(text).filter((reference) => !definitions.includes(reference)),
  )
  expect(unknownReferences).toEqual([])
})

test('every relative link of the documents has an existing target', () => {
  const brokenLinks = collectFindings(documents, (text, file) =>
    findRelativeLinks(text).filter((link) => !hasTarget(file, link)),
  )
  expect(brokenLinks).toEqual([])
})

test('every repository path of the documents exists', () => {
  const missingPaths = collectFindings(documents, (text) =>
    findRepositoryPaths(text).filter((path) => !existsSync(join(ROOT, path))),
  )
  expect(missingPaths).toEqual([])
})

test('every code name of the documents occurs in the code', () => {
  const code = new Set([...sources, ...CONFIGURATION].flatMap((file) => readText(file).match(/\w+/g) ?? []))
  const unknownNames = collectFindings(documents, (text) => findCodeNames(text).filter((name) => !code.has(name)))
  expect(unknownNames).toEqual([])
})

test('each reference number has one heading, and D numbers have no gaps', () => {
  const dNumbers = definitions.filter((definition) => /^D\d/.test(definition))
  expect(new Set(definitions).size).toBe(definitions.length)
  expect(dNumbers).toEqual(dNumbers.map((_, index) => `D${index + 1}`))
})

test.each(listFiles('docs/decisions', /\.md$/))('the title of %s has the number of its file', (file) => {
  expect(findDefinitions(readText(file))).toEqual([`ADR-${Number(file.match(/\/(\d{4})-/)?.[1])}`])
})

test.each([
  ['(§4, D18)', ['§4', 'D18']],
  ['§2.4. Then D5’s order', ['§2.4', 'D5']],
  ["test('D5 (2): pending terms')", ['D5']],
  ['D65–D72, `D17`, ADR-3', ['D65', 'D72', 'D17', 'ADR-3']],
  ['(visual §5)', ['visual §5']],
  ['HTML § 9.2', []],
  ['#D64, #0D6412, 0xD64, %D1', []],
  ["const key = 'D1'", []],
  ['ID17, D1px, D17_MS, 1D, D0', []],
])('findReferences of %j returns %j', (text, references) => {
  expect(findReferences(text)).toEqual(references)
})

test.each([
  ['### D17 The server decides the delay', ['D17']],
  ['## §2.4 Home', ['§2.4']],
  ['# ADR-3: Charts', ['ADR-3']],
  ['## visual §5 Numbers', ['visual §5']],
  ['Text about D17', []],
  ['## D17a', []],
  ['# ADR-3 without a colon', []],
])('findDefinitions of %j returns %j', (markdown, defined) => {
  expect(findDefinitions(markdown)).toEqual(defined)
})

test.each([
  ['[a](portal.md), [b](../x.md#y), ![c](c.png)', ['portal.md', '../x.md#y', 'c.png']],
  ['[a](https://example.com), [b](mailto:a@b.c)', []],
])('findRelativeLinks of %j returns %j', (markdown, links) => {
  expect(findRelativeLinks(markdown)).toEqual(links)
})

test.each([
  ['`src/main.tsx`, `docs/spec/`, `.ci/run`', ['src/main.tsx', 'docs/spec/', '.ci/run']],
  ['`server/*/store`, `application/<area>`, `src/…`', []],
])('findRepositoryPaths of %j returns %j', (markdown, paths) => {
  expect(findRepositoryPaths(markdown)).toEqual(paths)
})

test.each([
  ['`isOpen`, `PlotScale`, `findDay()`, `MAX_ROWS`', ['isOpen', 'PlotScale', 'findDay', 'MAX_ROWS']],
  ['`Scale`, `prepare`, `npm test`, `a.bC`, isOpen', []],
])('findCodeNames of %j returns %j', (markdown, names) => {
  expect(findCodeNames(markdown)).toEqual(names)
})

test.each([
  ['architecture.md', false],
  ['README.md#words', true],
  ['README.md#no-such-heading', false],
  ['#words', true],
])('hasTarget of the link %s in docs/spec/README.md returns %s', (link, expected) => {
  expect(hasTarget('docs/spec/README.md', link)).toBe(expected)
})
