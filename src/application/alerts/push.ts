import type { AlertsGateway, BrowserPush } from '#src/application/alerts/ports.ts'
import { failureMessage } from '#src/application/platform/failure-messages.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import {
  type BrowserSubscription,
  type PushRefusal,
  type PushSubscriptionKeys,
  planPush,
} from '#src/domain/alerts/push.ts'
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

/**
 * Replaces the subscription to whose endpoint the service sends. The service learns the new one first: the next page
 * continues after a failure of any step, because the browser still has the endpoint that the service knows.
 */
async function replacePush(
  { gateway, push }: PushPorts,
  active: string,
  key: string,
): Promise<Result<boolean, CallFailure>> {
  push.storeRegistered(active)
  const subscription = await push.subscribe(key)
  if (typeof subscription === 'string') return ok(false)
  const added = await registerPush({ gateway, push }, subscription)
  if (!added.ok) return added
  if (active !== subscription.endpoint) await gateway.removePush(active)
  return ok(true)
}

async function registerPush({ gateway, push }: PushPorts, subscription: PushSubscriptionKeys, signal?: AbortSignal) {
  const added = await gateway.addPush(subscription, signal)
  if (added.ok) push.storeRegistered(subscription.endpoint)
  return added
}

const toEndpoints = ({ endpoint, registered }: BrowserSubscription) =>
  [...new Set([endpoint, registered])].filter((found) => found !== null)

/** Finds the endpoint of this browser to which the service sends, and the key of the service. */
async function findActive({ gateway }: PushPorts, browser: BrowserSubscription, signal?: AbortSignal) {
  const [first = null, ...others] = toEndpoints(browser)
  const read = await gateway.readPush(first, signal)
  if (!read.ok) return read
  let active = read.value.isActive ? first : null
  for (const endpoint of others) {
    if (active !== null) break
    const other = await gateway.readPush(endpoint, signal)
    if (!other.ok) return other
    if (other.value.isActive) active = endpoint
  }
  return ok({ key: read.value.key, active })
}

/** Reads whether this browser gets the messages, with the present key of the service. */
async function readPush(ports: PushPorts, signal?: AbortSignal): Promise<Result<PushStatus, CallFailure>> {
  const { push } = ports
  const browser = await push.read()
  const { availability } = browser
  if (availability !== 'ready') return ok({ availability, isOn: false, key: '' })
  const found = await findActive(ports, browser, signal)
  if (!found.ok) return found
  const { key, active } = found.value
  if (active === null) {
    // Another part of the portal may have replaced it meanwhile.
    const now = await push.read()
    if (now.endpoint !== browser.endpoint || now.registered !== browser.registered) return readPush(ports, signal)
  }
  const plan = planPush(browser, key, active)
  if (plan === 'replace' && active !== null) {
    const replaced = await replacePush(ports, active, key)
    return replaced.ok ? ok({ availability, isOn: replaced.value, key }) : replaced
  }
  push.storeRegistered(active)
  return ok({ availability, isOn: plan === 'on', key })
}

/**
 * Binds the push messages of this browser to the present session, so that they end when its user signs
 * out: they outlive the session in which they were turned on.
 */
export async function renewPush(ports: PushPorts): Promise<void> {
  if (toEndpoints(await ports.push.read()).length > 0) await readPush(ports)
}

/** Removes every endpoint of this browser that the service may know, then the subscription. */
async function removePush({ gateway, push }: PushPorts, signal?: AbortSignal): Promise<Result<true, CallFailure>> {
  for (const endpoint of toEndpoints(await push.read())) {
    const removed = await gateway.removePush(endpoint, signal)
    if (!removed.ok) return removed
  }
  push.storeRegistered(null)
  await push.unsubscribe()
  return ok(true)
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
  const { push } = deps
  const call = createCaller(deps)

  const machine = pushMachine.provide({
    actors: {
      read: call<null, PushStatus>((_, signal) => readPush(deps, signal)),
      subscribe: call(async (key) => ok(await push.subscribe(key))),
      register: call((subscription, signal) => registerPush(deps, subscription, signal)),
      remove: call((_, signal) => removePush(deps, signal)),
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
