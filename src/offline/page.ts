import '#src/offline/page.css'

/**
 * Interval of attempts to reach the server, in ms: the browser does not notice every connection
 * that returns.
 */
const ATTEMPT_MS = 10_000

const reload = () => window.location.reload()

/** Reloads when the server responds again. */
async function attempt(): Promise<void> {
  if (document.visibilityState === 'hidden') return
  const response = await fetch('/config.json', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (response?.ok) reload()
}

// The link to the saved home is of no use where the home is missing.
if (window.location.pathname === '/') document.querySelector('.actions a')?.remove()

document.getElementById('retry')?.addEventListener('click', reload)
window.addEventListener('online', reload)
document.addEventListener('visibilitychange', () => void attempt())
setInterval(() => void attempt(), ATTEMPT_MS)
