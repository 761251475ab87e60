import { use } from 'react'

import type { Alerts } from '#src/application/alerts/alerts.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

/** Returns the area of alerts; suspends while it loads. */
export const useAlerts = (): Alerts => use(usePortal().loadAlerts())
