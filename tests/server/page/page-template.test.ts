import { expect, test } from 'vitest'

import { toPortalFile } from '#server/http/portal-files.ts'
import { createPageTemplate } from '#server/page/page-template.ts'
import { findFiles } from '#src/offline/offline-cache.ts'
import { INDEX_HTML } from '#tests/support/portal-folder.ts'

const SHEETS = { '/assets/a.css': 'b{top:0}', '/assets/b.css': 'i{top:0}', '/assets/c.css': 'u{top:0}' }
const MANIFEST = {
  'src/one.tsx': { css: ['assets/a.css'], imports: ['src/shared.ts'] },
  'src/shared.ts': { css: ['assets/b.css'] },
  'src/other.tsx': { css: ['assets/c.css'] },
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

test('a page loads its scripts late, imports before the entry, and the built document loads them at once', () => {
  const page = template.fill({ title: 'Inicio', head: '', modules: [], html: '', data: '{}' })
  expect(page).not.toContain('<script type="module"')
  expect(page).not.toContain('rel="modulepreload"')
  expect(page).toContain('<script data-scripts="/assets/libraries-9c1d.js /assets/app-4f2a.js">')
  expect(template.shell).toContain('<script type="module" crossorigin src="/assets/app-4f2a.js">')
  expect(template.shell).toContain('<link rel="modulepreload" crossorigin href="/assets/libraries-9c1d.js">')
})

test('the offline worker saves every script of a page', () => {
  const page = template.fill({ title: 'Inicio', head: '', modules: [], html: '', data: '{}' })
  expect(findFiles(page)).toEqual(expect.arrayContaining(['/assets/libraries-9c1d.js', '/assets/app-4f2a.js']))
})
