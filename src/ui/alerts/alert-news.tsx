import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useAlerts } from '#src/ui/alerts/use-alerts.ts'

/** Shows the toasts of firings while a page of the client is open; it has no content of its own. */
export function AlertNews() {
  const { createAlertNews } = useAlerts()
  const [news] = useState(createAlertNews)
  useSelector(news, () => null)
  return null
}
