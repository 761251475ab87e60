import { expect, test } from 'vitest'

import { createDemoPages } from '#src/demo/pages.ts'

const DOCUMENT = `<html>
  <head>
    <link rel="stylesheet" href="./assets/a.css">
    <script type="module" src="./assets/a.js"></script>
  </head>
</html>`

const PAGES = createDemoPages(DOCUMENT, ['/', '/auth/login/', '/imc/login', '/imc/MisProductos/Detalles/:packageId'])

test('each path without parameters has a page with relative addresses', () => {
  expect([...PAGES.keys()]).toEqual(['index.html', 'auth/login/index.html', 'imc/login/index.html', '404.html'])
  expect(PAGES.get('index.html')).toBe(DOCUMENT)
  expect(PAGES.get('auth/login/index.html')).toContain('src="../../assets/a.js"')
})

/** Runs the script of 404.html at an address and returns what it writes. */
function openNotFoundPage(pathname: string, openedFolder: string | null = null): string {
  const page = PAGES.get('404.html') ?? ''
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? []
  let written = ''
  const run = new Function('location', 'sessionStorage', 'document', script)
  run({ pathname }, { getItem: () => openedFolder }, { write: (text: string) => (written += text) })
  return written
}

test.each([
  ['/imc/MisProductos/Detalles/7', null, '/'],
  ['/ventas/demo/imc/MisProductos/Detalles/7', null, '/ventas/demo/'],
  ['/ventas/demo/IMC/misproductos/detalles/7', null, '/ventas/demo/'],
  ['/ventas/demo/nada', '/ventas/demo/', '/ventas/demo/'],
  ['/nada', null, '/'],
  ['//evil.example/auth/login/', null, '/'],
  ['/\\evil.example/auth/login/', null, '/'],
  ['/demo//evil.example/imc/login', null, '/'],
])('404.html at %s loads the files of the demo (opened before: %s)', (pathname, openedFolder, folder) => {
  expect(openNotFoundPage(pathname, openedFolder)).toBe(
    `<link rel="stylesheet" href="${folder}assets/a.css"><script type="module" src="${folder}assets/a.js"></script>`,
  )
})

test('404.html loads no file before its script runs', () => {
  const page = PAGES.get('404.html') ?? ''
  expect(page.replace(/<script>[\s\S]*?<\/script>/, '')).not.toContain('assets')
})
