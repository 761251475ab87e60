import { formFailureMessage, listFailureMessage } from '#src/application/imc/messages.ts'
import type { GovernanceGateway } from '#src/application/imc/ports.ts'
import type { InterruptedWork } from '#src/application/imc/session/interrupted-work.ts'
import { createCaller, createFlow, type FlowDeps, runWhile } from '#src/application/platform/flow.ts'
import { type FindErrors, toFieldErrors } from '#src/application/platform/form-errors.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import { type Readable, withWork } from '#src/application/platform/readable.ts'
import {
  type Governance,
  type GovernanceForm,
  type GovernanceSettings,
  type GovernanceViolation,
  governanceViolations,
  MIN_FOUR_EYES_ADMINISTRATORS,
} from '#src/domain/imc/governance/governance.ts'
import { governanceMachine } from '#src/domain/imc/governance/governance-machine.ts'
import { formatCopTotal } from '#src/domain/money.ts'
import { MONTH_NAMES } from '#src/domain/text.ts'
import { toDate } from '#src/domain/time/bogota.ts'

export const GOVERNANCE_INTRO =
  'Reglas que su entidad decide. Cada una está apagada hasta que alguien la encienda, y cada cambio queda en la auditoría.'
export const GOVERNANCE_FAILED = 'No pudimos consultar los controles'
export const GOVERNANCE_NOT_SAVED = 'No se guardaron los controles.'
const GOVERNANCE_SAVED = 'Controles guardados.'
const REVIEW_CHANGES = 'Ya ve sus cambios sobre los de esa persona. Revíselos y guarde de nuevo.'
export const SAVE_GOVERNANCE = 'Guardar controles'
export const SAVING_GOVERNANCE = 'Guardando…'
export const ONLY_READ = 'Solo un administrador de su entidad cambia los controles.'
export const MONTH_PLACEHOLDER = 'Elija un mes'

/** The parts of the page: each has a title and the sentence that says what the rule does. */
export const FOUR_EYES = {
  title: 'Control dual',
  note: 'Quien crea no confirma: lo hace otro administrador de su entidad.',
} as const
export const SCREEN_EXPIRY = { title: 'Vencimiento de pantallas', note: 'Para accesos por un tiempo.' } as const
export const YEARLY_REVIEW = { title: 'Revisión anual', note: 'Quién sigue necesitando qué pantalla.' } as const

/** The label of each rule, and what it does. */
export const RULES = {
  fourEyesRequests: {
    label: 'Confirmar las solicitudes de pantallas',
    hint: 'Una solicitud no se envía hasta que otro administrador la confirme. La pantalla queda reservada.',
  },
  fourEyesPurchases: {
    label: 'Confirmar las compras desde un valor',
    hint: 'Una compra de ese costo mensual o más no se envía hasta que otro administrador la confirme.',
  },
  screenExpiry: {
    label: 'Permitir una fecha de vencimiento',
    hint: 'Una pantalla puede tener fecha de vencimiento. Avisamos 30 y 7 días antes.',
  },
  yearlyReview: {
    label: 'Revisar las pantallas cada año',
    hint: 'Una vez al año un administrador confirma o desvincula cada pantalla.',
  },
} as const
export const AMOUNT_LABEL = 'Desde (pesos al mes)'
export const MONTH_LABEL = 'Mes de la revisión'

/** Why four eyes cannot be turned on. */
export const ALONE = {
  lead: 'Su entidad tiene un solo administrador que puede ingresar.',
  rest: 'Para encender el control dual cree otro en Mis usuarios.',
} as const

const VIOLATION_TEXTS: Readonly<Record<GovernanceViolation['code'], string>> = {
  required: 'El campo es requerido',
  amount: 'Escriba un valor entero en pesos, por ejemplo 5.000.000',
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The months of a review: value and name. */
export const MONTH_CHOICES = MONTH_NAMES.map((name, i) => [String(i + 1), capitalise(name)] as const)

const toOnOff = (isOn: boolean) => (isOn ? 'Encendido' : 'Apagado')

/** The rules as text, for who may not change them. */
export const describeRules = (settings: GovernanceSettings): readonly (readonly [name: string, state: string])[] => [
  [RULES.fourEyesRequests.label, toOnOff(settings.fourEyesRequests)],
  [
    RULES.fourEyesPurchases.label,
    settings.fourEyesAbove === null ? toOnOff(false) : `Desde ${formatCopTotal(settings.fourEyesAbove)} al mes`,
  ],
  [RULES.screenExpiry.label, toOnOff(settings.screenExpiry)],
  [
    RULES.yearlyReview.label,
    settings.reviewMonth === null ? toOnOff(false) : `En ${MONTH_NAMES[settings.reviewMonth - 1]}`,
  ],
]

/** `Último cambio: 2026-11-28, por Paula Ibáñez Cárdenas.`; '' before the first. */
export const lastChangeText = ({ updatedAt, updatedBy }: Governance): string =>
  updatedAt === null ? '' : `Último cambio: ${toDate(updatedAt)}, por ${updatedBy}.`

const STEPS = ['loading', 'failed', 'editing', 'saving'] as const

export interface GovernanceState {
  readonly step: (typeof STEPS)[number]
  readonly governance: Governance | null
  /** Grows when another person's changes are in the form; the fields then begin again. */
  readonly reloads: number
  /** Why the last load or save failed. */
  readonly error: string | null
  /** No second administrator could confirm. */
  readonly isAlone: boolean
}

/** The page Controles (D100): what the entity has turned on, and the form that changes it. */
export interface GovernanceView extends Readable<GovernanceState> {
  readonly findErrors: FindErrors<GovernanceForm>
  readForm(): GovernanceForm
  change(form: GovernanceForm): void
  submit(form: GovernanceForm): void
  retry(): void
}

interface GovernanceDeps extends FlowDeps {
  readonly governance: GovernanceGateway
  readonly toasts: Pick<Toasts, 'show'>
  readonly work: Pick<InterruptedWork, 'find' | 'registerForm'>
}

const findErrors: FindErrors<GovernanceForm> = (form) =>
  toFieldErrors(governanceViolations(form), (_, { code }) => VIOLATION_TEXTS[code])

export function createGovernanceView(deps: GovernanceDeps): GovernanceView {
  const { governance: gateway, toasts, work } = deps
  const saved = work.find('governance')
  const call = createCaller(deps)
  const machine = governanceMachine.provide({
    actors: {
      load: call((_, signal) => gateway.read(signal)),
      // Without the signal: the settings are also stored when the user leaves the page.
      save: call(({ settings, version }) => gateway.save(settings, version)),
    },
    actions: { notifySaved: () => toasts.show(GOVERNANCE_SAVED) },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => ({ savedForm: saved?.form ?? null }),
    select(state): GovernanceState & { readonly form: GovernanceForm } {
      const { governance, form, failure, reloads, hasNewChanges } = state.context
      const step = STEPS.find((name) => state.matches(name)) ?? 'saving'
      const cause = failure && (step === 'failed' ? listFailureMessage(failure) : formFailureMessage(failure))
      return {
        step,
        governance,
        form,
        reloads,
        error: cause && (hasNewChanges ? `${cause} ${REVIEW_CHANGES}` : cause),
        isAlone: governance !== null && governance.administrators < MIN_FOUR_EYES_ADMINISTRATORS,
      }
    },
  })

  /** Registers the form when it is loaded: a saved form waits until then. */
  function start() {
    let unregister: (() => void) | null = null
    const { unsubscribe } = flow.subscribe(({ step }) => {
      if (unregister === null && (step === 'editing' || step === 'saving')) {
        unregister = work.registerForm(() => ({ kind: 'governance', form: flow.getSnapshot().form }))
      }
    })
    return () => {
      unsubscribe()
      unregister?.()
    }
  }

  return {
    ...withWork(flow, start),
    findErrors,
    readForm: () => flow.getSnapshot().form,
    change: (form) => flow.send({ type: 'CHANGE', form }),
    submit(form) {
      flow.send({ type: 'SUBMIT', form })
      runWhile(flow, ({ step }) => step === 'saving')
    },
    retry: () => flow.send({ type: 'RELOAD' }),
  }
}
