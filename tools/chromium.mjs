import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const findInstalled = () => [process.env.CHROMIUM, ...CANDIDATES].find((path) => path && existsSync(path)) ?? null

function install() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Instalando Chromium…')
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'], quiet)
}

/**
 * Returns the path of Chromium, or null. The path is `CHROMIUM` or an installed Chromium. For root,
 * apt-get installs a missing Chromium.
 */
export function findChromium() {
  if (!findInstalled()) install()
  return findInstalled()
}
