import { useState } from 'react'
import { useRouter } from 'wouter'
import { ruleText } from '#src/application/alerts/alert-messages.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { Demo } from '#src/composition/demo.ts'
import { Button, buttonClass } from '#src/ui/parts/button.tsx'
import { Dialog } from '#src/ui/parts/dialog.tsx'

export const STOP_ALERT = 'Detener esta alerta'

interface Props {
  readonly stops: Demo['control']['alertStops']
  readonly alertId: string
  readonly onClose: () => void
}

/** The page of a mail's link that stops an alert, which a server sends as a page of its own (D125). */
export function StopPage({ stops, alertId, onClose }: Props) {
  const [rule] = useState(() => stops.findRule(alertId))
  const [isStopped, setStopped] = useState(false)
  const { base } = useRouter()
  // A load like from the server's page: an open list would show the earlier state for a minute.
  const list = (
    <a className={buttonClass({ variant: 'secondary' })} href={base + SCREENS.alerts.path}>
      Mis alertas
    </a>
  )
  if (rule === null)
    return (
      <Dialog title="El enlace no es válido" onClose={onClose} actions={list}>
        <p>La alerta no existe o el enlace está incompleto.</p>
      </Dialog>
    )
  if (isStopped)
    return (
      // Another dialog, so that it gets the focus of the button.
      <Dialog key="stopped" title="La alerta está detenida" onClose={onClose} actions={list}>
        <p>Puede activarla de nuevo en Mis alertas.</p>
      </Dialog>
    )
  function stop() {
    stops.stop(alertId)
    setStopped(true)
  }
  return (
    <Dialog
      title="Detener una alerta"
      onClose={onClose}
      actions={
        <>
          {list}
          <Button variant="primary" onClick={stop}>
            {STOP_ALERT}
          </Button>
        </>
      }
    >
      <p>{ruleText(rule)}</p>
    </Dialog>
  )
}
