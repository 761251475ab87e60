import '#src/offline/page.css'
import { keepSavedLinks } from '#src/offline/saved-links.ts'

/** Interval of attempts to reach the server, in ms. Browsers do not report every reconnection. */
const ATTEMPT_MS = 10_000

const reload = () => window.location.reload()

/** Reloads a visible page if the server responds. */
async function reloadIfReachable(): Promise<void> {
  if (document.visibilityState === 'hidden') return
  const response = await fetch('/config.json', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (response?.ok) reload()
}

void keepSavedLinks([...document.querySelectorAll<HTMLAnchorElement>('.actions a')], (path) => caches.match(path))

document.getElementById('retry')?.addEventListener('click', reload)
window.addEventListener('online', reload)
document.addEventListener('visibilitychange', () => void reloadIfReachable())
setInterval(() => void reloadIfReachable(), ATTEMPT_MS)
