import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useAlerts } from '#src/ui/alerts/use-alerts.ts'

/** Shows the toasts of firings while a page of the client is open, and renews its push messages; no content of its own. */
export function AlertNews() {
  const { createAlertNews, renewPush } = useAlerts()
  const [news] = useState(createAlertNews)
  useSelector(news, () => null)
  useEffect(() => void renewPush(), [renewPush])
  return null
}
