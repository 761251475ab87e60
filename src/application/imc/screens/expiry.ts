import { actionFailureMessage } from '#src/application/imc/messages.ts'
import type { ScreensGateway } from '#src/application/imc/ports.ts'
import { createCaller, createFlow, type FlowDeps, runWhile } from '#src/application/platform/flow.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps } from '#src/application/platform/resource.ts'
import { expiryMachine } from '#src/domain/imc/screens/expiry-machine.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import {
  countDays,
  type ExpiringScreen,
  type ExpiryViolation,
  isEndingSoon,
} from '#src/domain/imc/screens/screen-expiry.ts'
import { formatCount } from '#src/domain/money.ts'
import { formatShortDate } from '#src/domain/text.ts'
import { type BogotaDate, MINUTE_MS, toDate } from '#src/domain/time/bogota.ts'

export const EXPIRY_TITLE = 'Fecha de vencimiento'
export const EXPIRY_DATE = 'Último día'
export const SAVE_EXPIRY = 'Guardar fecha'
export const REMOVE_EXPIRY = 'Quitar fecha'
export const NO_EXPIRY = 'Sin fecha'
export const EXPIRY_NOT_SAVED = 'No se guardó la fecha.'

/** What happens at the end of the last day. */
export const EXPIRY_HINT =
  'Al final de ese día pediremos desvincular la pantalla. Avisaremos por correo a los administradores 30 y 7 días antes.'

/** `P-05, Andrés Camilo Peñuela`. */
export const expirySubject = ({ screen, fullName }: Pick<ScreenRow, 'screen' | 'fullName'>): string =>
  [screen, fullName].filter(Boolean).join(', ')

/** `31 dic 2026`, or that the screen has no last day. */
export const endsOnText = ({ endsOn }: Pick<ScreenRow, 'endsOn'>): string =>
  endsOn === null ? NO_EXPIRY : formatShortDate(endsOn)

const VIOLATION_TEXTS: Readonly<Record<ExpiryViolation, string>> = {
  required: 'Elija una fecha',
  'not-future': 'La fecha debe ser posterior a hoy',
  'too-far': 'La fecha está a más de diez años. Revise el año',
}

export interface ExpiryState {
  readonly date: BogotaDate | null
  /** Whether the screen has a last day that can be removed. */
  readonly hasDay: boolean
  /** Whether the chosen day is another one than the stored. */
  readonly isChanged: boolean
  /** Why the chosen day is refused. */
  readonly error: string | null
  /** Why the last attempt failed. */
  readonly failure: string | null
  readonly busy: boolean
  /** The day is stored: the dialog closes. */
  readonly isDone: boolean
}

/** The dialog of the last day of a screen (D108). */
export interface ExpiryView extends Readable<ExpiryState> {
  change(date: BogotaDate | null): void
  submit(): void
  remove(): void
}

interface ExpiryDeps extends FlowDeps {
  readonly screens: Pick<ScreensGateway, 'setExpiry'>
  readonly toasts: Pick<Toasts, 'show'>
}

const savedText = (screen: string, endsOn: BogotaDate | null) =>
  endsOn === null ? `${screen} ya no vence.` : `${screen} vence el ${formatShortDate(endsOn)}.`

/** `onEnd` is called after each reply: the rows may be outdated. */
export function createExpiryView(deps: ExpiryDeps, row: ScreenRow, onEnd: () => void): ExpiryView {
  const { screens, toasts } = deps
  const call = createCaller(deps)
  const machine = expiryMachine.provide({
    // Without the signal: a running change also ends when the user leaves the page.
    actors: { save: call((change) => screens.setExpiry(change)) },
    actions: {
      notifyEnd(_, { endsOn, isSaved }) {
        if (isSaved) toasts.show(savedText(row.screen, endsOn))
        onEnd()
      },
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => ({ row }),
    select(state): ExpiryState {
      const { date, violation, failure } = state.context
      return {
        date,
        hasDay: row.endsOn !== null,
        isChanged: date !== row.endsOn,
        error: violation && VIOLATION_TEXTS[violation],
        failure: failure && actionFailureMessage(failure),
        busy: state.matches('saving'),
        isDone: state.matches('done'),
      }
    },
  })
  function send(event: Parameters<typeof flow.send>[0]) {
    flow.send(event)
    runWhile(flow, ({ busy }) => busy)
  }

  return {
    getSnapshot: flow.getSnapshot,
    subscribe: flow.subscribe,
    change: (date) => send({ type: 'CHANGE', date }),
    submit: () => send({ type: 'SUBMIT' }),
    remove: () => send({ type: 'REMOVE' }),
  }
}

/** `3 pantallas vencen en los próximos 30 días`. */
export const endingSoonTitle = (count: number): string =>
  count === 1
    ? 'Una pantalla vence en los próximos 30 días.'
    : `${formatCount(count)} pantallas vencen en los próximos 30 días.`

/** `hoy`, `mañana` or `en 12 días`. */
function daysText(days: number): string {
  if (days === 0) return 'hoy'
  return days === 1 ? 'mañana' : `en ${formatCount(days)} días`
}

/** A screen of the notice, with its text such as `P-05 de 004512, Ana Ruiz: 31 dic 2026 (en 12 días)`. */
export interface EndingScreen extends ExpiringScreen {
  readonly text: string
}

export interface EndingScreensState {
  readonly screens: readonly EndingScreen[]
  /** How many further screens end soon. */
  readonly more: number
}

/** How many screens the notice names. */
const MAX_NAMED_SCREENS = 5

/** The last days change seldom. */
const EXPIRIES_REFRESH_MS = MINUTE_MS

interface EndingScreensDeps extends ResourceDeps {
  readonly screens: Pick<ScreensGateway, 'expiries'>
}

/** The screens of the entity whose last day is near (D108). A failure shows no notice. */
export function createEndingScreens(deps: EndingScreensDeps): Readable<EndingScreensState> {
  const expiries = createResource(deps, {
    load: (signal) => deps.screens.expiries(signal),
    interval: EXPIRIES_REFRESH_MS,
  })
  return combine({ expiries }, ({ expiries: { value } }): EndingScreensState => {
    const today = toDate(deps.clock.now())
    const soon = value?.filter(({ endsOn }) => isEndingSoon(endsOn, today)) ?? []
    return {
      screens: soon.slice(0, MAX_NAMED_SCREENS).map((screen) => ({
        ...screen,
        text: `${screen.screen} de ${screen.number}, ${screen.fullName}: ${formatShortDate(screen.endsOn)} (${daysText(countDays(today, screen.endsOn))})`,
      })),
      more: Math.max(0, soon.length - MAX_NAMED_SCREENS),
    }
  })
}
