import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { useSelector } from '@xstate/react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Demo } from '#src/composition/demo.ts'
import { DateForm } from '#src/demo/date-form.tsx'
import { toggleMarket } from '#src/demo/market-time.ts'
import type { DemoSettings } from '#src/demo/settings.ts'
import { STOP_ALERT, StopPage } from '#src/demo/stop-page.tsx'
import { Users } from '#src/demo/users.tsx'
import { formatShortDate } from '#src/domain/text.ts'
import { useMarketStatus } from '#src/ui/market/use-market.ts'
import { Button, buttonClass } from '#src/ui/parts/button.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

interface PanelProps {
  readonly label: ReactNode
  readonly children: (close: () => void) => ReactElement
}

/** A button with a panel: above the bar, or below its button on narrow screens. */
const BarPanel = ({ label, children }: PanelProps) => (
  <Popover className="max-lg:col-span-2 lg:relative">
    <PopoverButton className={`${buttonClass({ variant: 'secondary', size: 'small' })} max-lg:w-full`}>
      {label}
      <Icon name="down" size={12} className="lg:rotate-180" />
    </PopoverButton>
    <PopoverPanel className="text-sm outline-none max-lg:px-1 max-lg:py-3 lg:absolute lg:right-0 lg:bottom-[calc(100%+12px)] lg:max-h-[calc(100vh-80px)] lg:w-88 lg:overflow-y-auto lg:rounded-md lg:border lg:border-line-strong lg:bg-raised lg:p-4 lg:shadow-menu">
      {({ close }) => children(close)}
    </PopoverPanel>
  </Popover>
)

interface SwitchProps {
  readonly isOn: boolean
  readonly label: string
  readonly onPress: () => void
}

const Switch = ({ isOn, label, onPress }: SwitchProps) => (
  <Button
    variant="secondary"
    size="small"
    className="aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-surface aria-pressed:hover:bg-ink-soft"
    aria-pressed={isOn}
    onClick={onPress}
  >
    {label}
  </Button>
)

interface Props {
  readonly demo: Demo
  readonly settings: DemoSettings
}

interface MailsProps extends Pick<Props, 'demo'> {
  readonly onClose: () => void
  readonly onStopAlert: (alertId: string) => void
}

/** The mails that the simulated service sent, with their links. */
function Mails({ demo, onClose, onStopAlert }: MailsProps) {
  const mails = useSelector(demo.control.mails, (state) => state)
  if (mails.length === 0) return <p className="text-muted">El servicio simulado todavía no ha enviado correos.</p>
  return (
    <ul>
      {mails.map(({ to, subject, link, alertId, at }) => (
        <li key={`${at} ${to} ${subject}`} className="border-t border-line py-2 first:border-0 first:pt-0 last:pb-0">
          <b className="block">{subject}</b>
          <span className="block wrap-anywhere text-muted">Para {to}</span>
          {link !== null && (
            <Link className="text-accent underline decoration-auto" href={link} onClick={onClose}>
              Abrir el enlace
            </Link>
          )}
          {alertId !== undefined && (
            <Button variant="secondary" size="small" className="mt-1 block" onClick={() => onStopAlert(alertId)}>
              {STOP_ALERT}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The bar of the demo: what is simulated, and the switches of the simulation. It is not printed. */
export function DemoBar({ demo, settings }: Props) {
  const { portal, control } = demo
  const [isOpen, setOpen] = useState(false)
  const [stoppedAlert, setStoppedAlert] = useState<string | null>(null)
  const spot = useMarketStatus('spot')
  const nextDay = useMarketStatus('nextday')
  const isClosed = [spot, nextDay].every(({ phase }) => phase !== 'open')
  const isSourceStopped = [spot, nextDay].some(({ frozenSince }) => frozenSince !== undefined)
  const { status } = useSelector(control.network, (state) => state)
  const { isFull } = useSelector(control.storage, (state) => state)
  const now = portal.marketNow()
  function restart() {
    control.reset()
    settings.restart()
  }
  const closeAll = (close: () => void) => {
    close()
    setOpen(false)
  }
  return (
    <aside
      className="fixed inset-x-0 bottom-0 z-header border-t-2 border-rule bg-raised print:hidden"
      aria-label="Demostración"
    >
      <div className="page flex flex-wrap items-center justify-between gap-x-4 py-1.5">
        <p className="text-sm">
          <b>Demostración.</b> Todo es simulado<span className="max-sm:hidden">, en su navegador</span>.{' '}
          <span role="status" className="text-warning">
            {isFull && 'El último cambio se pierde al recargar.'}
          </span>
        </p>
        <Button
          variant="secondary"
          size="small"
          className="lg:hidden"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Opciones
        </Button>
        <div
          className={`flex gap-2 max-lg:grid max-lg:max-h-[60vh] max-lg:w-full max-lg:grid-cols-2 max-lg:overflow-y-auto max-lg:py-2 ${isOpen ? '' : 'max-lg:hidden'}`}
        >
          <BarPanel label={<>Fecha: {formatShortDate(spot.today)}</>}>
            {() => <DateForm now={now} onSubmit={settings.setMarketTime} />}
          </BarPanel>
          <Switch
            isOn={isClosed}
            label="Mercado cerrado"
            onPress={() => settings.setMarketTime(toggleMarket(portal.marketNow(), isClosed))}
          />
          <Switch
            isOn={status === 'down'}
            label="Sin conexión"
            onPress={() => control.setNetwork(status === 'down' ? 'up' : 'down')}
          />
          <Switch
            isOn={isSourceStopped}
            label="Fuente detenida"
            onPress={() => control.setSourceStopped(!isSourceStopped)}
          />
          <BarPanel label="Usuarios">{(close) => <Users demo={demo} onClose={() => closeAll(close)} />}</BarPanel>
          <BarPanel label="Correos">
            {(close) => (
              <Mails
                demo={demo}
                onClose={() => closeAll(close)}
                onStopAlert={(alertId) => {
                  closeAll(close)
                  setStoppedAlert(alertId)
                }}
              />
            )}
          </BarPanel>
          <Button variant="secondary" size="small" className="max-lg:col-span-2" onClick={restart}>
            Empezar de nuevo
          </Button>
        </div>
      </div>
      {stoppedAlert !== null && (
        <StopPage stops={control.alertStops} alertId={stoppedAlert} onClose={() => setStoppedAlert(null)} />
      )}
    </aside>
  )
}
