import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the built product. */
export const DIST = fileURLToPath(new URL('../dist', import.meta.url))

const PARTS = ['portal/index.html', 'page/renderer.js', 'server/main.js']

/** Ends the command with a hint when the product is not built. */
export function requireBuild(): void {
  const missing = PARTS.filter((part) => !existsSync(`${DIST}/${part}`))
  if (missing.length === 0) return
  console.error(`dist/ has no ${missing.join(', ')}: run \`npm run build\` first`)
  process.exit(1)
}
