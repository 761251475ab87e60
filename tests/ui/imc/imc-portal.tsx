import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { createMemoryBackOffice } from '#src/adapters/memory/imc/imc.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createMemorySessionStorage } from '#src/adapters/memory/session.ts'
import type { ImcPorts } from '#src/application/imc/ports.ts'
import { openMemory } from '#src/composition/memory.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { App } from '#src/ui/shell/app.tsx'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { requireLogin } from '#tests/support/imc-login.ts'
import { CONFIG } from '#tests/ui/portal.tsx'

interface Options {
  readonly path?: string
  /** The user who is signed in before the page opens. Null: no sign-in. */
  readonly username?: string | null
  /** Returns the ports that replace those of the memory back office. */
  readonly imc?: (ports: ImcPorts) => Partial<ImcPorts>
}

/** Opens the IMC area with the demo entity in memory. */
export async function openImc({
  path = '/imc/MisUsuarios',
  username = 'admin',
  imc: replace = () => ({}),
}: Options = {}) {
  const clock = createMemoryClock(toInstant('2026-11-21', '09:43:15'))
  const office = createMemoryBackOffice({ clock })
  const session = createMemorySessionStorage().openTab()
  const browser = office.browser({ onClear: session.wipe })
  if (username !== null) {
    const login = await browser.imcAuth.signIn({ entity: 'ANDINA', username, password: DEMO_PASSWORD })
    if (!login.ok) throw new Error(`${username} was not signed in: ${login.error.kind}`)
    browser.imcSession.write(requireLogin(login.value))
  }
  const imc: ImcPorts = { ...browser, ...replace(browser) }
  const ports = createMemoryPorts({ clock, session, imc })
  const [pathname = '', search = ''] = path.split('?')
  const location = memoryLocation({ path: pathname, searchPath: search, record: true })
  const portal = openMemory(ports)
  // The page suspends until its use-cases are loaded.
  await act(async () =>
    render(
      <Router hook={location.hook} searchHook={location.searchHook}>
        <App portal={portal} config={CONFIG} />
      </Router>,
    ),
  )
  return {
    ...{ clock, office, imc, ports, portal },
    refusals: browser.imcRefusals,
    history: () => location.history ?? [],
    navigate: (to: string) => act(async () => location.navigate(to)),
  }
}

/** Opens the IMC area and waits for the list of users. */
export async function openUsers(options: Options = {}) {
  const portal = await openImc(options)
  await screen.findByRole('rowheader', { name: /César Augusto Niño/ })
  return portal
}

export const getButton = (name: string, from: HTMLElement = document.body) =>
  within(from).getByRole<HTMLButtonElement>('button', { name })

export const press = (name: string, from: HTMLElement = document.body) =>
  act(async () => fireEvent.click(getButton(name, from)))

export const getRow = (name: string): HTMLElement => {
  const found = screen.getByRole('rowheader', { name: new RegExp(name) }).closest('tr')
  if (!found) throw new Error(`no row of ${name}`)
  return found
}

/** Delivers the pending replies; each reply may start another call. */
export async function flushReplies(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await act(flushPromises)
}

/** Chooses an option of a list field in the open dialog. */
export async function chooseOption(label: string, option: string): Promise<void> {
  const control = await within(await screen.findByRole('dialog')).findByRole('button', { name: label })
  await act(async () => fireEvent.click(control))
  const found = await screen.findByRole('option', { name: option })
  await act(async () => fireEvent.click(found))
}

export async function type(label: string, value: string): Promise<void> {
  const control = await screen.findByLabelText<HTMLInputElement>(label)
  await act(async () => fireEvent.change(control, { target: { value } }))
}

/** Returns the accessible description of a control. */
export const readDescription = (control: HTMLElement): string =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .filter((text) => text !== '')
    .join(' ')

/** Submits the dialog of the login page with these credentials. */
export async function tryLogin(entity: string, username: string, password = DEMO_PASSWORD) {
  await screen.findByRole('button', { name: 'Iniciar Sesión' })
  await press('Iniciar Sesión')
  await screen.findByRole('dialog', { name: 'Iniciar Sesión' })
  await type('Entidad', entity)
  await type('Nombre de usuario', username)
  await type('Clave', password)
  await press('Entrar')
}
