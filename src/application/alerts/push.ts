import type { AlertsGateway, BrowserPush } from '#src/application/alerts/ports.ts'
import { failureMessage } from '#src/application/platform/failure-messages.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import type { PushRefusal } from '#src/domain/alerts/push.ts'
import { type PushContext, type PushStatus, pushMachine } from '#src/domain/alerts/push-machine.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { ok, type Result } from '#src/domain/result.ts'

export const PUSH_TITLE = 'Avisos en este navegador'

const PUSH_HINT = 'También con el portal cerrado. Puede activarlos en otros navegadores suyos, uno por uno.'

const UNSUPPORTED =
  'Este navegador no puede recibir avisos. En un iPhone o iPad, agregue primero el portal a la pantalla de inicio.'

const NO_SERVICE = 'Esta demostración no tiene un servidor que envíe avisos con la página cerrada.'

const DENIED =
  'Este navegador tiene bloqueados los avisos de este sitio. Permítalos en los ajustes del sitio y recargue la página.'

const REFUSALS: Readonly<Record<PushRefusal, string>> = {
  denied: DENIED,
  dismissed: 'Para activarlos, permita los avisos cuando el navegador lo pregunte.',
  unsupported: UNSUPPORTED,
  failed: 'El navegador no pudo activar los avisos. Revise su conexión e inténtelo de nuevo.',
}

export interface PushState {
  readonly isOn: boolean
  readonly isBusy: boolean
  /** Whether the switch can be used. */
  readonly canChange: boolean
  /** What the switch does, or why it cannot be used. */
  readonly hint: string
  /** Why the last change failed. */
  readonly problem: string | null
}

/** The push messages of this browser (D125). Only `turnOn` asks the user for the permission. */
export interface PushView extends Readable<PushState> {
  turnOn(): void
  turnOff(): void
}

interface PushDeps extends FlowDeps {
  readonly gateway: Pick<AlertsGateway, 'readPush' | 'addPush' | 'removePush'>
  readonly push: BrowserPush
}

type PushPorts = Pick<PushDeps, 'gateway' | 'push'>

/** Replaces the subscription with an earlier key of the service. The user has allowed it before. */
async function replacePush(
  { gateway, push }: PushPorts,
  endpoint: string,
  key: string,
): Promise<Result<boolean, CallFailure>> {
  const subscription = await push.subscribe(key)
  if (typeof subscription === 'string') return ok(false)
  const added = await gateway.addPush(subscription)
  if (!added.ok) return added
  await gateway.removePush(endpoint)
  return ok(true)
}

/** Reads whether this browser gets the messages, with the present key of the service. */
async function readPush(ports: PushPorts, signal?: AbortSignal): Promise<Result<PushStatus, CallFailure>> {
  const { availability, endpoint, key: usedKey } = await ports.push.read()
  if (availability !== 'ready') return ok({ availability, isOn: false, key: '' })
  const read = await ports.gateway.readPush(endpoint, signal)
  if (!read.ok) return read
  const { key, isActive } = read.value
  const isReplaceable = endpoint !== null && usedKey !== null && usedKey !== key
  if (!isReplaceable) return ok({ availability, isOn: isActive, key })
  if (isActive) {
    const replaced = await replacePush(ports, endpoint, key)
    return replaced.ok ? ok({ availability, isOn: replaced.value, key }) : replaced
  }
  // Another part of the portal may have replaced it meanwhile.
  const isReplaced = (await ports.push.read()).endpoint !== endpoint
  return isReplaced ? readPush(ports, signal) : ok({ availability, isOn: false, key })
}

/**
 * Binds the push messages of this browser to the present session, so that they end when its user signs
 * out: they outlive the session in which they were turned on.
 */
export async function renewPush(ports: PushPorts): Promise<void> {
  if ((await ports.push.read()).endpoint !== null) await readPush(ports)
}

function toHint({ status: { availability }, refusal }: PushContext): string {
  if (availability === 'no-service') return NO_SERVICE
  if (availability === 'unsupported' || refusal === 'unsupported') return UNSUPPORTED
  return availability === 'denied' || refusal === 'denied' ? DENIED : PUSH_HINT
}

const toProblem = ({ refusal, failure }: PushContext) => {
  if (failure !== null) return failureMessage(failure)
  // The others are the hint of a switch that cannot be used.
  return refusal === 'dismissed' || refusal === 'failed' ? REFUSALS[refusal] : null
}

export function createPushView(deps: PushDeps): PushView {
  const { gateway, push } = deps
  const call = createCaller(deps)

  const machine = pushMachine.provide({
    actors: {
      read: call<null, PushStatus>((_, signal) => readPush(deps, signal)),
      subscribe: call(async (key) => ok(await push.subscribe(key))),
      register: call((subscription, signal) => gateway.addPush(subscription, signal)),
      remove: call(async (_, signal) => {
        const { endpoint } = await push.read()
        const removed = endpoint === null ? ok(true as const) : await gateway.removePush(endpoint, signal)
        if (removed.ok) await push.unsubscribe()
        return removed
      }),
    },
  })

  const flow = createFlow(machine, {
    ...deps,
    input: () => undefined,
    select: (snapshot): PushState => ({
      isOn: snapshot.matches('on') || snapshot.matches('removing'),
      isBusy: ['loading', 'subscribing', 'registering', 'removing'].some((state) => snapshot.value === state),
      canChange: snapshot.matches('off') || snapshot.matches('on'),
      hint: toHint(snapshot.context),
      problem: toProblem(snapshot.context),
    }),
  })

  return {
    ...flow,
    turnOn: () => flow.send({ type: 'TURN_ON' }),
    turnOff: () => flow.send({ type: 'TURN_OFF' }),
  }
}
