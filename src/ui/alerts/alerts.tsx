import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  ALERTS_FAILED,
  alertsIntro,
  FIRINGS_FAILED,
  firingText,
  momentText,
  NEW_ALERT,
  NO_ALERTS,
  NO_ALERTS_ADVICE,
  NO_FIRINGS,
  NO_FIRINGS_ADVICE,
  REMOVE_QUESTION,
  repetitionText,
  ruleText,
  STATUS_TITLES,
} from '#src/application/alerts/alert-messages.ts'
import { type AlertsView, type AlertValues, toAlertValues } from '#src/application/alerts/alerts.ts'
import { readAlertLevel } from '#src/application/navigation/query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { Alert, AlertFiring, AlertStatus } from '#src/domain/alerts/alert.ts'
import { AlertDialog } from '#src/ui/alerts/alert-dialog.tsx'
import { ChannelsPanel } from '#src/ui/alerts/channels-panel.tsx'
import { useAlerts } from '#src/ui/alerts/use-alerts.ts'
import { WebhookPanel } from '#src/ui/alerts/webhook-panel.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { Chip, type ChipDisc, type ChipTone } from '#src/ui/parts/chip.tsx'
import { ConfirmDialog } from '#src/ui/parts/confirm-dialog.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { formatMeta, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { useDialogState } from '#src/ui/parts/use-dialog-state.ts'
import { useFocusFallback } from '#src/ui/parts/use-focus-fallback.ts'
import { useConfig } from '#src/ui/portal/config-context.tsx'

const CHIP_LOOKS: Readonly<Record<AlertStatus, readonly [tone: ChipTone, disc: ChipDisc]>> = {
  active: ['success', 'full'],
  done: ['accent', 'full'],
  stopped: ['muted', 'empty'],
}

interface RowProps {
  readonly alert: Alert
  readonly onEdit: () => void
  readonly onToggle: () => void
  readonly onRemove: () => void
}

function AlertRow({ alert, onEdit, onToggle, onRemove }: RowProps) {
  const [tone, disc] = CHIP_LOOKS[alert.status]
  const text = ruleText(alert)
  const toggle = alert.status === 'active' ? 'Detener' : 'Activar'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <div className="grid min-w-0 gap-1">
        <span className="flex flex-wrap items-center gap-2 font-550">
          {text}
          <Chip tone={tone} disc={disc}>
            {STATUS_TITLES[alert.status]}
          </Chip>
        </span>
        <span className="text-sm text-muted">{repetitionText(alert)}</span>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" aria-label={`${toggle}: ${text}`} onClick={onToggle}>
          {toggle}
        </Button>
        <Button variant="secondary" size="small" aria-label={`Cambiar: ${text}`} onClick={onEdit}>
          Cambiar
        </Button>
        <Button variant="row-danger" size="small" aria-label={`Quitar: ${text}`} onClick={onRemove}>
          Quitar
        </Button>
      </div>
    </li>
  )
}

const FiringRow = ({ firing }: { readonly firing: AlertFiring }) => (
  <li className="grid gap-0.5 border-b border-line py-2.5">
    <span>{ruleText(firing.rule)}</span>
    <span className="text-sm text-muted">
      {firingText(firing)}, {momentText(firing)}
    </span>
  </li>
)

function History({ view }: { readonly view: AlertsView }) {
  const firings = useSelector(view.firings, (state) => state)
  return (
    <Panel
      name="Historial"
      busy={isBusy(firings)}
      stale={firings.stale}
      meta={formatMeta(firings, 'Hora de Bogotá')}
      className="mt-8"
    >
      <ResourceView resource={firings} failureTitle={FIRINGS_FAILED} skeleton={<Skeleton width="w-full" />}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty lead={NO_FIRINGS} rest={NO_FIRINGS_ADVICE} />
          ) : (
            <ul>
              {rows.map((firing) => (
                <FiringRow key={firing.id} firing={firing} />
              ))}
            </ul>
          )
        }
      </ResourceView>
    </Panel>
  )
}

type OpenDialog =
  | { readonly kind: 'form'; readonly id: string | null; readonly values: AlertValues }
  | { readonly kind: 'remove'; readonly alert: Alert }

/** The screen Alertas: the alerts of the signed-in client, what has fired, and the messages. */
export function AlertsScreen() {
  const { createAlertsView } = useAlerts()
  const { hasServer } = useConfig()
  const [view] = useState(createAlertsView)
  const alerts = useSelector(view.alerts, (state) => state)
  const [failure, setFailure] = useState<string | null>(null)
  const focusFallback = useFocusFallback()
  const [, navigate] = useLocation()
  const level = readAlertLevel(useSearch())
  const { dialog, open, close } = useDialogState<OpenDialog>(() =>
    level === null ? null : { kind: 'form', id: null, values: toAlertValues(level) },
  )
  function closeDialog() {
    close()
    // A reload must not open the form again.
    if (level !== null) navigate(SCREENS.alerts.path, { replace: true })
  }
  const openForm = (id: string | null, values: AlertValues) => open({ kind: 'form', id, values })
  return (
    <Main title={SCREENS.alerts.title}>
      <div className="pt-9 max-sm:pt-5.5" {...focusFallback}>
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <h1>{SCREENS.alerts.title}</h1>
            <p className="mt-1 text-ink-soft">{alertsIntro(hasServer)}</p>
          </div>
          <Button variant="primary" onClick={() => openForm(null, toAlertValues())}>
            {NEW_ALERT}
          </Button>
        </div>
        {failure !== null && (
          <div className="mt-4">
            <Notice icon="warning" tone="err" lead={failure} />
          </div>
        )}
        <Panel
          name="Mis alertas"
          busy={isBusy(alerts)}
          stale={alerts.stale}
          meta={formatMeta(alerts, null)}
          className="mt-6"
        >
          <ResourceView resource={alerts} failureTitle={ALERTS_FAILED} skeleton={<Skeleton width="w-full" />}>
            {(rows) =>
              rows.length === 0 ? (
                <Empty lead={NO_ALERTS} rest={NO_ALERTS_ADVICE} />
              ) : (
                <ul>
                  {rows.map((alert) => (
                    <AlertRow
                      key={alert.id}
                      alert={alert}
                      onEdit={() => openForm(alert.id, toAlertValues(alert))}
                      onToggle={async () => setFailure(await view.setActive(alert.id, alert.status !== 'active'))}
                      onRemove={() => open({ kind: 'remove', alert })}
                    />
                  ))}
                </ul>
              )
            }
          </ResourceView>
        </Panel>
        <History view={view} />
        <ChannelsPanel view={view} />
        <WebhookPanel view={view} />
      </div>
      {dialog?.kind === 'form' && (
        <AlertDialog view={view} id={dialog.id} values={dialog.values} onClose={closeDialog} />
      )}
      {dialog?.kind === 'remove' && (
        <ConfirmDialog
          title={REMOVE_QUESTION}
          action="Quitar"
          danger
          onCancel={close}
          onConfirm={async () => {
            close()
            setFailure(await view.remove(dialog.alert.id))
          }}
        >
          {ruleText(dialog.alert)}
        </ConfirmDialog>
      )}
    </Main>
  )
}
