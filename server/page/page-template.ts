import { readFile } from 'node:fs/promises'
import { type PortalFile, type PortalFiles, toPortalFile } from '#server/http/portal-files.ts'
import { PAGE_DATA_ID } from '#src/adapters/http/contract/page.ts'

/** The content that a page adds to the built document. */
interface PageContent {
  /** Plain text. */
  readonly title: string
  /** More tags of the head, as HTML. */
  readonly head: string
  /** Source modules whose style sheets the page needs. */
  readonly modules: readonly string[]
  /** Markup of the portal's root element. */
  readonly html: string
  /** JSON of the data block, without `<`. */
  readonly data: string
}

/** The built document with inline style sheets, so that the first paint needs no other request. */
export interface PageTemplate {
  /** The document without the content of a page. */
  readonly shell: string
  /** HTML with every inline style and script of the pages, for the content security policy. */
  readonly inline: string
  fill(content: PageContent): string
}

interface ManifestChunk {
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly isEntry?: boolean
}

/** The build's modules, their chunks and their style sheets. */
type Manifest = Readonly<Record<string, ManifestChunk>>

const ENTRY_SCRIPT = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/
const PRELOAD_LINK = /\s*<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g
const SHEET_LINK = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g
const TITLE = /<title>[^<]*<\/title>/
const ROOT = '<div id="root"></div>'
const HEAD_END = '</head>'

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const readText = ({ byPath }: PortalFiles, path: string) => byPath.get(path)?.body.toString() ?? ''

/** Wraps CSS in a style element. CSS cannot end the element, because it has no `</`. */
const toStyle = (css: string) => `<style>${css.trim()}</style>`

const inlineSheets = (html: string, files: PortalFiles) =>
  html.replace(SHEET_LINK, (_link, path: string) => toStyle(readText(files, path)))

/** Finds the style sheets of a module and of its imports, without the sheets of the entry. */
function findSheets(manifest: Manifest, module: string, seen = new Set<string>()): readonly string[] {
  const chunk = manifest[module]
  if (!chunk || chunk.isEntry || seen.has(module)) return []
  seen.add(module)
  const importedSheets = (chunk.imports ?? []).flatMap((name) => findSheets(manifest, name, seen))
  return [...new Set([...importedSheets, ...(chunk.css ?? [])])]
}

/** Splits a text at the first occurrence of a mark. The parts do not contain the mark. */
function splitAt(text: string, mark: string): readonly [before: string, after: string] {
  const at = text.indexOf(mark)
  if (at < 0) throw new Error(`the built page has no ${mark}`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}

/**
 * Loads the portal after the first paint of a rendered page: before it, the scripts would compete
 * with the page for network and CPU. A hidden tab has no paint. A second call loads nothing. The
 * files load together and are evaluated in one task each, so that input is handled between them.
 */
const LATE_START = `{
  const scripts = document.currentScript.dataset.scripts.split(' ')
  const start = async () => {
    for (const href of scripts)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    for (const script of scripts) await import(script)
  }
  if (document.hidden) start()
  else {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
    document.addEventListener('visibilitychange', start, { once: true })
  }
}`

/**
 * Reads the manifest next to the folder of the portal. Returns an empty manifest without the file;
 * pages then have only the style sheets of the entry.
 */
export async function readManifest(portalFolder: string): Promise<Manifest> {
  const text = await readFile(`${portalFolder}-manifest.json`, 'utf8').catch(() => '{}')
  return JSON.parse(text)
}

/** Creates the template of pages. It has only the style sheets of the entry and of `modules`. */
export function createPageTemplate(
  files: PortalFiles,
  manifest: Manifest,
  modules: readonly string[] = [],
): PageTemplate {
  const shell = inlineSheets(files.index.body.toString(), files)
  // One element per module, because each element adds a hash to the headers of every page.
  const findStyle = (module: string) => {
    const sheets = findSheets(manifest, module).map((path) => readText(files, `/${path}`).trim())
    return sheets.length === 0 ? '' : toStyle(sheets.join('\n'))
  }
  const styles = new Map(modules.map((module) => [module, findStyle(module)] as const))
  const [entryScript = '', entry] = ENTRY_SCRIPT.exec(shell) ?? []
  const imports = [...shell.matchAll(PRELOAD_LINK)].map(([, path]) => path)
  const page = shell.replace(entryScript, '').replaceAll(PRELOAD_LINK, '')
  const [title = ''] = TITLE.exec(page) ?? []
  const [beforeTitle, afterTitle] = splitAt(page, title)
  const [afterTitleInHead, body] = splitAt(afterTitle, HEAD_END)
  const [beforeRoot, afterRoot] = splitAt(body, ROOT)

  return {
    shell,
    inline: `${shell}${[...new Set(styles.values())].join('')}<script>${LATE_START}</script>`,
    fill: (content) =>
      [
        beforeTitle,
        `<title>${escapeText(content.title)}</title>`,
        afterTitleInHead,
        ...content.modules.map((module) => styles.get(module) ?? ''),
        content.head,
        HEAD_END,
        beforeRoot,
        `<div id="root">${content.html}</div>`,
        `<script type="application/json" id="${PAGE_DATA_ID}">${content.data}</script>`,
        `<script data-scripts="${[...imports, entry].join(' ')}">${LATE_START}</script>`,
        afterRoot,
      ].join(''),
  }
}

/** Returns the files of the portal with the shell of the template as their document. */
export function withTemplate(files: PortalFiles, { shell }: PageTemplate): PortalFiles {
  const index: PortalFile = toPortalFile('/index.html', Buffer.from(shell))
  return { byPath: new Map([...files.byPath, ['/index.html', index] as const]), index }
}
