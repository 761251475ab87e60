import { expect, test } from 'vitest'

import { toPortalFile } from '#server/http/portal-files.ts'
import { createPageTemplate } from '#server/page/page-template.ts'
import { findFiles } from '#src/offline/offline-cache.ts'
import { INDEX_HTML } from '#tests/support/portal-folder.ts'

const SHEETS = { '/assets/a.css': 'b{top:0}', '/assets/b.css': 'i{top:0}', '/assets/c.css': 'u{top:0}' }
const MANIFEST = {
  'src/one.tsx': { file: 'assets/one.js', css: ['assets/a.css'], imports: ['src/shared.ts'] },
  'src/shared.ts': { file: 'assets/shared.js', css: ['assets/b.css'] },
  'src/other.tsx': { file: 'assets/other.js', css: ['assets/c.css'] },
}

const index = toPortalFile('/index.html', Buffer.from(INDEX_HTML))
const files = Object.entries(SHEETS).map(([path, css]) => [path, toPortalFile(path, Buffer.from(css))] as const)
const template = createPageTemplate({ byPath: new Map([['/index.html', index], ...files]), index }, MANIFEST, [
  'src/one.tsx',
])

const countStyles = (html: string) => html.split('<style>').length - 1

test('a page contains the style sheets of its modules in one element per module', () => {
  const page = template.fill({ title: 'Inicio', head: '', modules: ['src/one.tsx'], html: '', data: '{}' })
  expect(page).toContain('<style>i{top:0}\nb{top:0}</style>')
  expect(countStyles(page) - countStyles(template.shell)).toBe(1)
})

test('the inline HTML of a template has only the style sheets of its modules', () => {
  expect(template.inline).toContain('b{top:0}')
  expect(template.inline).not.toContain('u{top:0}')
})

test('a page preloads the imports of the entry and names the other preloads as later files', () => {
  const link = (file: string) => `<link rel="modulepreload" crossorigin href="/assets/${file}.js">`
  const html = INDEX_HTML.replace('</head>', `${['shared', 'calls', 'client'].map(link).join('\n')}</head>`)
  const entry = { 'index.html': { file: 'assets/app-4f2a.js', isEntry: true, imports: ['src/shared.ts'] } }
  const document = toPortalFile('/index.html', Buffer.from(html))
  const { shell, fill } = createPageTemplate({ byPath: new Map(), index: document }, { ...MANIFEST, ...entry })
  const page = fill({ title: 'Inicio', head: '', modules: [], html: '', data: '{}' })
  expect(page.match(/<link[^>]*>/g)).toEqual([link('shared')])
  expect(findFiles(page)).toEqual(expect.arrayContaining(['/assets/calls.js', '/assets/client.js']))
  expect(shell).toContain(link('calls'))
})
