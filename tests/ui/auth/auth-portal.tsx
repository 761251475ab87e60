import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'

import type { MemoryIdentityPorts } from '#src/adapters/memory/identity.ts'
import type { MemoryPorts } from '#src/adapters/memory/ports.ts'
import type { PortalConfig } from '#src/application/portal-config.ts'
import type { LoadModule } from '#src/composition/open.ts'
import { App } from '#src/ui/shell/app.tsx'
import { DEMO_PASSWORD } from '#tests/contract/identity-under-test.ts'
import { createClient, signInAndStore } from '#tests/support/client.ts'
import { CONFIG } from '#tests/ui/portal.tsx'

interface Options {
  readonly path?: string
  /** Replaces some of the in-memory identity ports. */
  readonly identity?: Partial<MemoryIdentityPorts>
  /** Replaces some of the in-memory ports. */
  readonly ports?: Partial<MemoryPorts>
  /** Loads the module of the identity ports; replaces a load that ends at once. */
  readonly loadIdentityPorts?: LoadModule
  /** Replaces some settings of the pages. */
  readonly config?: Partial<PortalConfig>
  /** The user who is signed in before the page opens. */
  readonly username?: string
}

/** Opens an address of the portal with the memory adapters. */
export async function openAuthPortal({
  path = '/auth/login/',
  identity = {},
  ports = {},
  loadIdentityPorts,
  config,
  username,
}: Options = {}) {
  const client = createClient(identity, ports, loadIdentityPorts && { areas: { identity: loadIdentityPorts } })
  if (username !== undefined) await signInAndStore(client, username)
  const [pathname = '', search = ''] = path.split('?')
  const location = memoryLocation({ path: pathname, searchPath: search, record: true })
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <App portal={client.portal} config={{ ...CONFIG, ...config }} />
    </Router>,
  )
  return { ...client, history: () => location.history ?? [], navigate: location.navigate }
}

export const findField = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
export const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

export async function type(label: string, value: string): Promise<void> {
  fireEvent.change(await findField(label), { target: { value } })
}

export async function press(name: string): Promise<void> {
  await act(async () => fireEvent.click(getButton(name)))
}

/** Ticks the human check without waiting for its result. */
export async function tickHumanCheck(name = 'Confirme que no es un robot'): Promise<void> {
  const check = await screen.findByRole('checkbox', { name })
  await act(async () => fireEvent.click(check))
}

/** Ticks the human check and waits for its proof. */
export async function passHumanCheck(): Promise<void> {
  await tickHumanCheck()
  await screen.findByRole('checkbox', { name: 'Verificación completa' })
}

export async function tryLogin(username: string, password = DEMO_PASSWORD): Promise<void> {
  await type('Usuario', username)
  await type('Contraseña', password)
  await passHumanCheck()
  await press('Iniciar sesión')
}

/** Returns the accessible description of a control, or null. */
export function readDescription(control: HTMLElement): string | null {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
  const texts = ids.map((id) => document.getElementById(id)?.textContent ?? '').filter((text) => text !== '')
  return texts.length === 0 ? null : texts.join(' ')
}

export const getBanner = () => within(screen.getByRole('banner'))

/** Waits for the result of a form. It has the focus, and is no alert: screen readers would read it twice. */
export async function findResult(): Promise<Element> {
  await waitFor(() => expect(document.activeElement?.matches('[role=group][aria-labelledby][tabindex]')).toBe(true))
  const result = document.activeElement ?? document.body
  expect(result.querySelector('[role=alert], [role=status]')).toBeNull()
  return result
}
