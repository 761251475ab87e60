import { waitAtMost } from '#src/application/close-client.ts'
import { FACTOR_IN_PORTAL } from '#src/application/identity/direct-login.ts'
import type { Imc } from '#src/application/imc/imc.ts'
import { listFailureMessage } from '#src/application/imc/messages.ts'
import { formatFailure } from '#src/application/platform/apology.ts'
import { type Readable, waitUntil } from '#src/application/platform/readable.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import type { TerminalPortal } from '#src/composition/terminal.ts'
import { isFactorCode } from '#src/domain/identity/second-factor.ts'
import type { Subscription } from '#src/domain/imc/packages/packages.ts'
import { isSettled } from '#src/domain/imc/requests/requests.ts'
import type { BackOfficeQuery } from '#src/terminal/arguments.ts'
import {
  requestsList,
  screensList,
  subscriptionsList,
  type TerminalList,
  usersList,
} from '#src/terminal/back-office-lists.ts'
import { exitWith, readCode, readPassword, type Screen, type ScreenEnd } from '#src/terminal/screen.ts'
import { countPages, renderTable } from '#src/terminal/table-frame.ts'
import { renderTimeline } from '#src/terminal/timeline-frame.ts'

const LOADING = 'Cargando…'
const FIELD_NAMES = { entity: '--entity', username: '--user', password: 'Contraseña' } as const
const WRONG_CODE = 'El código no es correcto.'
const FACTOR_PENDING = 'Active primero la verificación en dos pasos en el portal.'
const PASSWORD_PENDING = 'Cambie primero su contraseña en el portal.'

interface Credentials {
  readonly entity: string
  readonly username: string
}

/** The signed-in back-office. `close` signs out. */
interface BackOffice {
  readonly imc: Imc
  close(): Promise<void>
}

type Loading<T> = Pick<ResourceState<T>, 'value' | 'failure' | 'failures' | 'stale'>

const toNotice = ({ stale, failure }: Loading<unknown>): string | null => (stale ? listFailureMessage(failure) : null)

/** In a terminal, a line for the time before the first value; a pipe waits. */
const toWaitingLines = ({ failures, failure }: Loading<unknown>, hasKeys: boolean): readonly string[] =>
  hasKeys ? [failures > 0 ? listFailureMessage(failure) : LOADING, 'q: salir'] : []

/** Asks for a code of the second factor and sends it (D93). */
async function sendCode(login: ReturnType<Imc['createLogin']>): Promise<void> {
  const code = await readCode()
  const factor = isFactorCode('totp', code) ? 'totp' : 'recovery'
  if (!isFactorCode(factor, code)) return
  login.sendCode({ factor, code })
  await waitUntil(login, ({ busy }) => !busy)
}

/** Signs the entity's user in; on a failure it prints the reason and exits. */
async function logIn({ portal, timers }: TerminalPortal, { entity, username }: Credentials): Promise<BackOffice> {
  const password = await readPassword()
  const imc = await portal.loadImc()
  const { session } = imc
  const running = session.subscribe()
  const login = imc.createLogin()
  const [invalid] = login.findErrors({ entity, username, password })
  if (invalid) return exitWith(`${FIELD_NAMES[invalid.field]}: ${invalid.message}`, 2)
  const attempt = login.subscribe()
  login.submit({ entity, username, password })
  const first = await waitUntil(login, ({ busy }) => !busy)
  if (first.factor !== null) {
    // Passkeys belong to a browser (D96).
    if (!first.factor.factors.includes('totp')) return exitWith(FACTOR_IN_PORTAL, 1)
    await sendCode(login)
  }
  const { error, factor, mustSetUpFactor, pendingUserId } = login.getSnapshot()
  attempt.unsubscribe()
  if (factor !== null) return exitWith(factor.error ?? WRONG_CODE, 1)
  if (error !== null) return exitWith(formatFailure(error.text), 1)
  async function signOut() {
    session.signOut()
    await waitAtMost(
      waitUntil(session, ({ isSigningOut }) => !isSigningOut),
      timers,
    )
  }
  if (mustSetUpFactor) {
    await signOut()
    return exitWith(FACTOR_PENDING, 1)
  }
  if (pendingUserId !== null) {
    // The portal stores no session for this user, but the service has opened one.
    await signOut()
    return exitWith(PASSWORD_PENDING, 1)
  }
  return {
    imc,
    async close() {
      if (session.getSnapshot().session !== null) await signOut()
      running.unsubscribe()
      portal.close()
    },
  }
}

/** The end of a screen: its session has ended, or `end` says so. */
const findSessionEnd = ({ session }: Imc): ScreenEnd | null => {
  const { endReason } = session.getSnapshot()
  return endReason === null ? null : { code: 1, message: endReason }
}

/** A list that a terminal keeps current, and a pipe gets once. */
function createListScreen<Row>(
  { imc, close }: BackOffice,
  { view, toHeading, titles, toCells }: TerminalList<Row>,
): Screen {
  let page = 0
  let pages = 1
  return {
    start: (draw) => view.subscribe(draw).unsubscribe,
    render(size) {
      const { rows } = view.getSnapshot()
      const hasKeys = Number.isFinite(size[1])
      if (rows.value === null) return toWaitingLines(rows, hasKeys)
      const table = { titles, rows: rows.value.map(toCells) }
      const options = { heading: toHeading(rows.value), notice: toNotice(rows), size, page, hasKeys }
      pages = countPages(table, options)
      page = Math.min(page, pages - 1)
      return renderTable(table, { ...options, page })
    },
    onKey(key) {
      if (key === 'n') page = Math.min(page + 1, pages - 1)
      if (key === 'p') page = Math.max(page - 1, 0)
    },
    findEnd(isPiped) {
      const { value, failures, failure } = view.getSnapshot().rows
      const ended = findSessionEnd(imc)
      if (ended !== null || !isPiped) return ended
      if (value !== null) return { code: 0 }
      return failures > 0 ? { code: 1, message: listFailureMessage(failure) } : null
    },
    close,
  }
}

/** A request and its steps, until it is settled. */
function createRequestScreen({ imc, close }: BackOffice, id: string): Screen {
  const view = imc.createRequest(id)
  return {
    start: (draw) => view.subscribe(draw).unsubscribe,
    render(size) {
      const { detail, timeline } = view.getSnapshot()
      const hasKeys = Number.isFinite(size[1])
      if (detail.value === null) return toWaitingLines(detail, hasKeys)
      return renderTimeline(detail.value, timeline, { notice: toNotice(detail), size, hasKeys })
    },
    findEnd(isPiped) {
      const { value, failures, failure } = view.getSnapshot().detail
      if (value !== null && isSettled(value.status)) return { code: 0 }
      const isUnreadable = isPiped && value === null && failures > 0
      return isUnreadable ? { code: 1, message: listFailureMessage(failure) } : findSessionEnd(imc)
    },
    close,
  }
}

/** Signs out, prints why the program ends, and ends it. */
async function leave({ close }: BackOffice, message: string, code: number): Promise<never> {
  await close()
  return exitWith(message, code)
}

async function loadRows<Row>(
  office: BackOffice,
  view: Readable<{ readonly rows: ResourceState<readonly Row[]> }>,
): Promise<readonly Row[]> {
  const { rows } = await waitUntil(view, ({ rows: { value, failures } }) => value !== null || failures > 0)
  return rows.value ?? leave(office, listFailureMessage(rows.failure), 1)
}

async function loadSubscriptions(office: BackOffice): Promise<readonly Subscription[]> {
  const groups = await loadRows(office, office.imc.createPackages(''))
  const lists = await Promise.all(
    groups.map(({ packageId }) => loadRows(office, office.imc.createSubscriptions(packageId, ''))),
  )
  return lists.flat()
}

async function createScreensScreen(office: BackOffice, number: string): Promise<Screen> {
  const subscription = (await loadSubscriptions(office)).find((candidate) => candidate.number === number)
  if (subscription === undefined) {
    return leave(office, `No hay una suscripción «${number}». Las suscripciones: pantallas, sin número.`, 2)
  }
  office.imc.chooseSubscription({ packageId: subscription.packageId, number })
  return createListScreen(office, screensList(office.imc, number))
}

async function findRequest(office: BackOffice, reference: string): Promise<Screen> {
  const rows = await loadRows(office, office.imc.createRequests(''))
  const row = rows.find((candidate) => candidate.reference.toLowerCase() === reference.toLowerCase())
  if (row === undefined) return leave(office, `No hay una solicitud «${reference}». Las referencias: solicitudes.`, 2)
  return createRequestScreen(office, row.id)
}

/** Signs an entity's user in and opens what the command line asks for. */
export async function openBackOffice(
  terminal: TerminalPortal,
  credentials: Credentials,
  query: BackOfficeQuery,
): Promise<Screen> {
  const office = await logIn(terminal, credentials)
  switch (query.kind) {
    case 'users':
      return createListScreen(office, usersList(office.imc))
    case 'subscriptions':
      return createListScreen(office, subscriptionsList(await loadSubscriptions(office)))
    case 'screens':
      return createScreensScreen(office, query.number)
    case 'requests':
      return createListScreen(office, requestsList(office.imc))
    case 'request':
      return findRequest(office, query.reference)
  }
}
