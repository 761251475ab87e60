import { copyFile, cp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { temporaryFolder } from '#tests/support/databases.ts'
import { BUILT_PORTAL } from '#tests/support/portal.ts'

/** Matches the names of the portal's scripts, which a new release changes. */
const SCRIPT = /^(?!sin-conexion)(.+)\.js$/

/** Name of the `<meta>` that contains the release of a page. */
export const RELEASE_META = 'release'

/**
 * Creates a folder with the built portal as another release. Its scripts have other names, its page
 * names the release, and its worker is different.
 */
export async function createRelease(release: string): Promise<string> {
  const folder = join(await temporaryFolder(), 'portal')
  await cp(BUILT_PORTAL, folder, { recursive: true })
  await copyFile(`${BUILT_PORTAL}-manifest.json`, `${folder}-manifest.json`)
  const assets = await readdir(join(folder, 'assets'))
  const renamed = assets
    .filter((name) => SCRIPT.test(name))
    .map((name) => [name, name.replace(SCRIPT, `$1-${release}.js`)] as const)
  const rewrite = async (path: string, change: (text: string) => string) =>
    writeFile(path, change(await readFile(path, 'utf8')))
  const renameAll = (text: string) => renamed.reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
  for (const [from, to] of renamed) {
    await rename(join(folder, 'assets', from), join(folder, 'assets', to))
    await rewrite(join(folder, 'assets', to), renameAll)
  }
  await rewrite(`${folder}-manifest.json`, renameAll)
  await rewrite(join(folder, 'index.html'), (html) =>
    renameAll(html).replace('<head>', `<head><meta name="${RELEASE_META}" content="${release}">`),
  )
  await rewrite(join(folder, 'sw.js'), (text) => `${text}\n// ${release}\n`)
  return folder
}
