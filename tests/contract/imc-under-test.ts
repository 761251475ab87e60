import type { ImcPorts } from '#src/application/imc/ports.ts'
import type { AttachedFile } from '#src/domain/attachment.ts'
import type { Settlement } from '#src/domain/imc/requests/requests.ts'
import type { ScreenKey, ScreenRow } from '#src/domain/imc/screens/screen.ts'
import type { ImcLogin } from '#src/domain/imc/session/session.ts'
import { DEMO_PASSWORD, getValue } from '#tests/contract/identity-under-test.ts'
import { requireLogin } from '#tests/support/imc-login.ts'

/** The ports of one browser, at first without a session. */
export interface ImcBrowser extends Omit<ImcPorts, 'newKey' | 'csv' | 'pageSizes'> {
  /** Downloads a document with the session of the browser. */
  download(url: string): Promise<Uint8Array>
}

/** A service with the demo entity ANDINA in its initial state (D43). */
export interface ImcUnderTest {
  browser(): ImcBrowser
  /** Settles a request as the operator does (D31). */
  settle(requestId: string, settlement: Settlement, reason?: string): Promise<void>
}

export type CreateImc = () => Promise<ImcUnderTest>

/** Creates an idempotency key. */
export const newKey = (): string => crypto.randomUUID()

/** Signs in a user of ANDINA and stores the session, as the login page does. */
export async function signInAs(
  browser: ImcBrowser,
  username: 'admin' | 'operador' | 'nuevo',
  password = DEMO_PASSWORD,
): Promise<ImcLogin> {
  const login = requireLogin(getValue(await browser.imcAuth.signIn({ entity: 'ANDINA', username, password })))
  browser.imcSession.write(login)
  return login
}

/** Opens a browser with a signed-in user of ANDINA. */
export async function openBrowser(service: ImcUnderTest, username: 'admin' | 'operador' | 'nuevo' = 'admin') {
  const browser = service.browser()
  await signInAs(browser, username)
  return browser
}

/** The first bytes of a PDF, for services that check the content. */
const PDF_HEAD = '%PDF-1.7\n%âãÏÓ\n'

/** Creates a file of this size that starts like a PDF. */
export function createPdf(name: string, bytes = 2_000): AttachedFile {
  const head = new TextEncoder().encode(PDF_HEAD)
  const content = new Uint8Array(bytes)
  content.set(head.slice(0, bytes))
  return new File([content], name, { type: 'application/pdf' })
}

/** Returns the first screen of a subscription with this status. */
export async function findScreen(
  { screens }: ImcBrowser,
  status: ScreenRow['status'],
  number = '004512',
): Promise<ScreenRow> {
  const row = getValue(await screens.list(number)).find((screen) => screen.status === status)
  if (!row) throw new Error(`no screen is ${status}`)
  return row
}

/** Loads a screen by its subscription and name. */
export async function readScreen({ screens }: ImcBrowser, { number, screen }: ScreenKey): Promise<ScreenRow> {
  const row = getValue(await screens.list(number)).find((candidate) => candidate.screen === screen)
  if (!row) throw new Error(`${number} has no screen ${screen}`)
  return row
}

/** Returns the fields that identify a screen. */
export const toKey = ({ packageId, number, profileId, screen }: ScreenKey): ScreenKey => ({
  packageId,
  number,
  profileId,
  screen,
})

/** Returns the id of the assignable user whose name starts with this text. */
export async function findAssignable({ screens }: ImcBrowser, start: string): Promise<string> {
  const user = getValue(await screens.assignable()).find(({ name }) => name.startsWith(start))
  if (!user) throw new Error(`${start} is not assignable`)
  return user.id
}
