import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { useAlerts } from '#src/ui/alerts/use-alerts.ts'
import { leaveScreen } from '#src/ui/parts/use-leave-question.ts'

/** Shows the toasts of firings while a page of the client is open, and renews its push messages; no content of its own. */
export function AlertNews() {
  const { createAlertNews, renewPush } = useAlerts()
  const [, navigate] = useLocation()
  const [news] = useState(() => createAlertNews(() => leaveScreen(() => navigate(SCREENS.alerts.path))))
  useSelector(news, () => null)
  useEffect(() => void renewPush(), [renewPush])
  return null
}
