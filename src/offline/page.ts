import '#src/offline/page.css'

/** Interval of attempts to reach the server, in ms. Browsers do not report every reconnection. */
const ATTEMPT_MS = 10_000

const reload = () => window.location.reload()

/** Reloads a visible page if the server responds. */
async function reloadIfReachable(): Promise<void> {
  if (document.visibilityState === 'hidden') return
  const response = await fetch('/config.json', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (response?.ok) reload()
}

// At `/`, this page replaces a home page that is not cached: a link to `/` would open it again.
if (window.location.pathname === '/') document.querySelector('.actions a')?.remove()

document.getElementById('retry')?.addEventListener('click', reload)
window.addEventListener('online', reload)
document.addEventListener('visibilitychange', () => void reloadIfReachable())
setInterval(() => void reloadIfReachable(), ATTEMPT_MS)
