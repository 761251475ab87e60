/** The address of the demo's files in the built document, relative to the folder of the demo. */
const ASSET = '"./assets/'

const toSegments = (path: string) => path.split('/').filter((segment) => segment !== '')

/** The elements of the document that load a file of the demo, and the blanks before them. */
const LOADING_ELEMENTS = /\s*<(?:script|link)\b[^>]*"\.\/assets\/[^>]*>(?:<\/script>)?/g

/**
 * Returns the page for addresses without a file, which a host sends at any depth. Its script finds
 * the folder of the demo: before the first segment that belongs to a screen, else the folder that
 * this tab opened before, else the root. A folder has no empty segment: `//host/` is another host.
 */
function createNotFoundPage(document: string, paths: readonly string[]): string {
  const elements = (document.match(LOADING_ELEMENTS) ?? []).map((element) => element.trim()).join('')
  const firstSegments = new Set(paths.flatMap((path) => toSegments(path).slice(0, 1)))
  const script = `
      {
        const [, folder] = /^(\\/(?:[^/\\\\]+\\/)*?)(?:${[...firstSegments].join('|')})(?:\\/|$)/i.exec(location.pathname) ?? []
        let opened = null
        try {
          opened = sessionStorage.getItem('demo.carpeta')
        } catch {}
        const elements = ${JSON.stringify(elements).replaceAll('</', '<\\/')}
        document.write(elements.replaceAll('"./', '"' + (folder ?? opened ?? '/')))
      }`
  return document.replace(LOADING_ELEMENTS, '').replace('</head>', `  <script>${script}\n    </script>\n  </head>`)
}

/**
 * Returns the pages of the static demo by file name: one folder for each path without parameters,
 * and `404.html` for other addresses. `document` is the built page of the demo's own folder.
 */
export function createDemoPages(document: string, paths: readonly string[]): ReadonlyMap<string, string> {
  const pages = paths
    .filter((path) => !path.includes(':'))
    .map((path): readonly [string, string] => {
      const segments = toSegments(path)
      const upwards = '../'.repeat(segments.length) || './'
      return [[...segments, 'index.html'].join('/'), document.replaceAll(ASSET, `"${upwards}assets/`)]
    })
  return new Map([...pages, ['404.html', createNotFoundPage(document, paths)]])
}
