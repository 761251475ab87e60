import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = new URL('..', import.meta.url).pathname

const findSources = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))

const portal = findSources('src')
const server = findSources('server')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Folders and packages that each folder may import. */
const ALLOWED_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'src/domain': ['src/domain', 'xstate'],
  'src/application': ['src/application', 'src/domain', 'xstate'],
  'src/application/navigation': ['src/application/navigation', 'src/domain'],
  'src/adapters/http': ['src/adapters/http', 'src/application', 'src/domain', 'ofetch', 'zod'],
  'src/adapters/browser': ['src/adapters/browser', 'src/application', 'src/domain', '@simplewebauthn/browser', 'zod'],
  'src/adapters/system': ['src/adapters/system', 'src/application', 'src/domain', 'altcha-lib', 'csv-parse', 'zod'],
  'src/adapters/memory': [
    'src/adapters/memory',
    'src/adapters/system/csv-reader.ts',
    'src/simulator',
    'src/application',
    'src/domain',
    'otpauth',
    'zod',
  ],
  'src/adapters/command-line': ['src/adapters/command-line', 'src/domain', 'node:'],
  'src/core': ['src/adapters', 'src/application', 'src/domain', 'src/simulator'],
  'src/simulator': ['src/simulator', 'src/domain'],
  'src/composition': [
    'src/composition',
    'src/adapters',
    'src/application',
    'src/domain',
    'inversify',
    'reflect-metadata',
  ],
  'src/charts': ['src/charts', 'chart.js', 'chartjs-chart-financial', 'react-chartjs-2', 'react'],
  'src/ui': [
    'src/ui',
    'src/widget',
    'src/charts',
    'src/application',
    'src/domain',
    'react',
    'react-dom',
    'xstate',
    '@xstate/react',
    'wouter',
    '@headlessui/react',
    'react-hook-form',
    'uqr',
  ],
  'src/ui/parts': [
    'src/ui/parts',
    'src/ui/portal',
    'src/ui/styles',
    'src/charts',
    'src/application',
    'src/domain',
    'react',
    '@xstate/react',
    'wouter',
    '@headlessui/react',
    'react-hook-form',
  ],
  'src/ui/portal': ['src/ui/portal', 'src/application', 'src/domain', 'react', '@xstate/react'],
  'src/terminal': [
    'src/terminal',
    'src/composition/terminal.ts',
    'src/adapters/command-line',
    'src/application',
    'src/domain',
    'node:',
  ],
  'src/page': ['src/page', 'src/ui', 'src/adapters', 'src/application', 'src/domain', 'react-dom', 'wouter', 'node:'],
  'src/offline': ['src/offline'],
  'src/widget': ['src/widget', 'src/adapters/http/contract', 'src/domain'],
  'src/demo': [
    'src/demo',
    'src/composition/demo.ts',
    'src/adapters/browser',
    'src/ui',
    'src/simulator',
    'src/application',
    'src/domain',
    'react',
    'react-dom',
    '@xstate/react',
    '@headlessui/react',
    'wouter',
  ],
  'src/main.tsx': ['src/composition', 'src/adapters', 'src/ui', 'react', 'react-dom'],
  server: [
    'server',
    'src/domain',
    'src/application/navigation',
    'src/adapters/http/contract',
    'src/adapters/command-line',
    'src/simulator',
    'node:',
    'fastify',
    '@fastify',
    'fastify-type-provider-zod',
    'helmet',
    'kysely',
    'libsql',
    'pg',
    'pino',
    'zod',
    '@node-rs/argon2',
    '@zxcvbn-ts/language-common',
    'altcha-lib',
    'otpauth',
    '@simplewebauthn/server',
    'nodemailer',
    'web-push',
    '@resvg/resvg-js',
    'file-type',
    'aws4fetch',
    'content-disposition',
    'prom-client',
    'htmlparser2',
    'csv-parse',
    'modern-tar',
  ],
}

const findFolder = (file: string): string =>
  Object.keys(ALLOWED_IMPORTS)
    .filter((folder) => file === folder || file.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0] ?? file

const findImports = (source: string) =>
  [...source.matchAll(/(?:\bfrom\s+|^import\s+|\bimport\()'([^']+)'/gm)].map(([, specifier = '']) =>
    specifier.replace(/^#/, ''),
  )

const isWithin = (specifier: string, allowed: string) =>
  specifier === allowed || specifier.startsWith(allowed.endsWith(':') ? allowed : `${allowed}/`)

test.each([...portal, ...server])('%s imports only what its folder may import', (file) => {
  const allowed = ALLOWED_IMPORTS[findFolder(file)] ?? []
  expect(findImports(read(file)).filter((specifier) => !allowed.some((folder) => isWithin(specifier, folder)))).toEqual(
    [],
  )
})

const NOTHING: readonly string[] = []

/** Words that the checked files may have only at the allowed paths. */
const RESTRICTED: readonly (readonly [what: string, words: RegExp, checked: readonly string[], allowed: RegExp])[] = [
  ['Intl', /\bIntl\.|toLocale\w*String/, portal, /^src\/domain\/(money|text)\.ts$/],
  [
    'clock, storage and window',
    /\bDate\.now\(|new Date\(\)|\b(localStorage|sessionStorage)\b|\bwindow\.|\bdocument\.cookie/,
    portal.filter((file) => !file.startsWith('src/charts/')),
    /^src\/(adapters\/(browser|system)\/.*|offline\/.*|demo\/pages\.ts|(demo\/)?main\.tsx)$/,
  ],
  ['the clock of the machine', /\bDate\.now\(|new Date\(\)/, server, /^server\/(main|replay|restore)\.ts$/],
  ['fetch', /(?<![.\w])fetch\(/, portal, /^src\/(adapters\/(http|browser)|offline|widget)\/.*$/],
  [
    'wire words',
    /\b(fecha_efectiva|\w+_anterior|trmchange|openchange|lowchange|highchange|monto_acumulado|precio_minimo|datos_grafico\w*|entidad_id|paquete_id)\b/,
    [...portal, ...server],
    /^(src\/adapters\/(http|browser)\/.*|src\/widget\/.*|server\/(?!database)[\w-]+\/.*(routes|replies|wire|stream).*)$/,
  ],
  [
    'SQL',
    /\b(selectFrom|insertInto|updateTable|deleteFrom|createTable)\(/,
    [...portal, ...server],
    /^server\/(.*-store\.ts|database\/.*)$/,
  ],
  ['transactions', /\.transaction\(\)/, server, /^server\/database\/.*$/],
  // Components get what these rules of the domain say from a view of the application.
  [
    'rules that views apply',
    /\b(passwordRuleStates|passwordStrength|BEST_PLAN|HIGHEST_MONTHLY_COST|monthlySaving|displayedPrice)\b/,
    portal.filter((file) => file.startsWith('src/ui/')),
    /^$/,
  ],
  ['raw colours', /#[0-9a-fA-F]{6}\b/, portal.filter((file) => /^src\/(ui|charts)\//.test(file)), /^$/],
]

test.each(RESTRICTED)('only the allowed paths use %s', (_what, words, checked, allowed) => {
  const misplaced = checked.filter((file) => !allowed.test(file) && words.test(read(file)))
  expect(misplaced).toEqual(NOTHING)
})

/** The modules of the project that each file imports, types included. */
const GRAPH: ReadonlyMap<string, readonly string[]> = new Map(
  [...portal, ...server].map((file) => [
    file,
    findImports(read(file)).filter((specifier) => /^(src|server)\/.*\.tsx?$/.test(specifier)),
  ]),
)

/** Returns the import cycles, each as `a -> b -> a`. Visits every file once. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const cycles: string[] = []
  const visited = new Set<string>()
  function visit(file: string, path: readonly string[]) {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
    else if (!visited.has(file)) for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    visited.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return cycles
}

test('no files import each other in a cycle, types included', () => {
  expect(findCycles(GRAPH)).toEqual([])
})

const findParent = (path: string) => path.slice(0, path.lastIndexOf('/'))

/** The folders below `root` that the files of each folder import. */
function toFolderGraph(root: string): ReadonlyMap<string, readonly string[]> {
  const graph = new Map<string, readonly string[]>()
  for (const [file, imports] of GRAPH) {
    if (!file.startsWith(`${root}/`)) continue
    const folder = findParent(file)
    const imported = imports.filter((path) => path.startsWith(`${root}/`)).map(findParent)
    graph.set(
      folder,
      [...new Set([...(graph.get(folder) ?? []), ...imported])].filter((name) => name !== folder),
    )
  }
  return graph
}

test.each(['src/domain', 'src/ui/imc'])('no folders of %s import each other in a cycle', (root) => {
  const graph = toFolderGraph(root)
  expect(graph.size).toBeGreaterThan(5)
  expect(findCycles(graph)).toEqual([])
})

// The files next to the rooms assemble them and offer what several rooms need.
test('no rooms of server/imc import each other in a cycle', () => {
  const graph = new Map(toFolderGraph('server/imc'))
  graph.delete('server/imc')
  expect(graph.size).toBeGreaterThan(5)
  expect(findCycles(graph)).toEqual([])
})

test('findImports reads imports of several lines, types, re-exports and lazy imports', () => {
  const source = [
    "import {\n  a,\n  type B,\n} from '#src/one.ts'",
    "import type { C } from '#src/two.ts'",
    "import '#src/three.css'",
    "export * from '#src/four.ts'",
    "export type {\n  D,\n} from '#src/five.ts'",
    "const load = () => import('#src/six.ts')",
    "type E = import('#src/seven.ts').E",
  ]
  expect(findImports(source.join('\n'))).toEqual([
    ...['src/one.ts', 'src/two.ts', 'src/three.css', 'src/four.ts', 'src/five.ts', 'src/six.ts', 'src/seven.ts'],
  ])
})

test('findCycles returns cycles of one and two files and no other path', () => {
  const graph = (edges: Readonly<Record<string, readonly string[]>>) => new Map(Object.entries(edges))
  expect(findCycles(graph({ a: ['b'], b: ['a'] }))).toEqual(['a -> b -> a'])
  expect(findCycles(graph({ a: ['b'], b: ['b'] }))).toEqual(['b -> b'])
  expect(findCycles(graph({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual([])
})

/**
 * The areas by their parent folder. An area may import another area only through its entry file,
 * which has the name of the area: `identity/identity.ts`.
 */
const AREAS: readonly (readonly [parent: string, areas: readonly string[]])[] = [
  ['src/application', ['market', 'identity', 'imc', 'payment']],
  ['server', ['market', 'identity', 'imc', 'payments', 'operator', 'feeds']],
]

const findArea = (file: string) =>
  AREAS.flatMap(([parent, areas]) =>
    areas.flatMap((area) => (file.startsWith(`${parent}/${area}/`) ? [`${parent}/${area}`] : [])),
  )[0] ?? null

/** Returns true when an import is a file of another area, but not its entry file. */
function importsInternals(file: string, imported: string): boolean {
  const [from, to] = [findArea(file), findArea(imported)]
  if (from === null || to === null || from === to) return false
  return imported !== `${to}/${to.split('/').at(-1)}.ts`
}

test('an area of application or server imports another area only through its entry file', () => {
  const misplaced = [...GRAPH].flatMap(([file, imports]) =>
    imports.filter((imported) => importsInternals(file, imported)).map((imported) => `${file} -> ${imported}`),
  )
  expect(misplaced).toEqual(NOTHING)
})

test('importsInternals returns true only for a file of another area that is not its entry file', () => {
  const from = 'src/application/market/read-prices.ts'
  expect(importsInternals(from, 'src/application/identity/login.ts')).toBe(true)
  expect(importsInternals(from, 'src/application/identity/identity.ts')).toBe(false)
  expect(importsInternals(from, 'src/application/market/ports.ts')).toBe(false)
  expect(importsInternals(from, 'src/application/platform/ports.ts')).toBe(false)
  expect(importsInternals('server/identity/authenticator.ts', 'server/market/calls/market-routes.ts')).toBe(true)
  expect(importsInternals('server/identity/authenticator.ts', 'server/http/paths.ts')).toBe(false)
})

// A page changes after a test has read it: `await expect(locator)` and `expect.poll` read it again.
test('browser tests compare no value that they read once', () => {
  const comparedReads = findSources('tests/e2e').flatMap((file) =>
    [...read(file).matchAll(/\bexpect\((?:[\w. ]*[([])*await\b.*/g)].map(([code]) => `${file}: ${code}`),
  )
  expect(comparedReads).toEqual([])
})
