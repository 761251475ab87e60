import type { Root } from 'react-dom/client'

import { ROW_COUNT, toPersonName } from '#bench/list/rows.ts'
import { createMemoryBackOffice } from '#src/adapters/memory/imc/imc.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import type { PortalConfig } from '#src/application/portal-config.ts'
import { openMemory } from '#src/composition/memory.ts'
import type { RequestRow } from '#src/domain/imc/requests/requests.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { ok } from '#src/domain/result.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { App } from '#src/ui/shell/app.tsx'
import { NO_LINKS } from '#tests/support/no-links.ts'

const CONFIG: PortalConfig = {
  simulated: [],
  links: NO_LINKS,
  tickers: [],
  countries: null,
  hasServer: true,
  terms: null,
}

const STATUSES = ['available', 'transit', 'assigned'] as const
const toStatus = (i: number) => STATUSES[i % STATUSES.length] ?? 'available'

const createRows = <Row,>(toRow: (i: number) => Row): readonly Row[] =>
  Array.from({ length: ROW_COUNT }, (_, i) => toRow(i))

const SUBSCRIPTION = { number: '004512', packageId: 'paq-usd-pro' }

const USERS = createRows<EntityUser>((i) => ({
  ...{ id: `usr-${i}`, username: `u${i}`, role: 'user', name: toPersonName(i), status: toStatus(i) },
  ...{ profile: 'Operador dólar', active: i % 5 > 0, contingency: false, email: '', position: '', telephone: '' },
  ...{ documentType: 'CC', documentNumber: `${i}`, checkDigit: '', createdAt: null, createdBy: '' },
  ...{
    updatedAt: null,
    updatedBy: '',
    version: 1,
    subscription: null,
    packageId: null,
    contractPending: false,
    hasContract: false,
  },
}))

const SCREENS = createRows<ScreenRow>((i) => ({
  ...{ ...SUBSCRIPTION, profileId: 'prf-operador', screen: `P-${i}`, profile: 'Operador dólar' },
  ...{ userId: `usr-${i}`, username: `u${i}`, fullName: toPersonName(i), status: toStatus(i), statusText: '' },
  ...{
    code: 'USD-PRO-10',
    packageName: 'Dólar profesional',
    requestId: null,
    lastUse: null,
    isUseReported: false,
    endsOn: null,
    canExpire: false,
  },
}))

const REQUESTS = createRows<RequestRow>((i) => ({
  ...{ id: `sol-${i}`, reference: `S-2026-${i}`, user: toPersonName(i), date: '2026-11-20T10:47:15-05:00' },
  ...{ kind: 'link', kindText: '', status: i % 2 === 0 ? 'approved' : 'refused', statusText: '' },
  correction: null,
}))

/**
 * Renders the back-office page that `location` selects. The entity has 10,000 users, subscription
 * screens and requests.
 */
export async function renderBackOffice(root: Root): Promise<void> {
  const clock = createMemoryClock(toInstant('2026-11-21', '09:43:15'))
  const browser = createMemoryBackOffice({ clock }).browser()
  const login = await browser.imcAuth.signIn({ entity: 'ANDINA', username: 'admin', password: DEMO_PASSWORD })
  if (!login.ok) throw new Error(login.error.kind)
  if (!('userId' in login.value)) throw new Error('the login has a second step')
  browser.imcSession.write(login.value)
  browser.imcSession.writeChosenSubscription(SUBSCRIPTION)
  const imc = {
    ...browser,
    users: { ...browser.users, list: async () => ok(USERS) },
    screens: { ...browser.screens, list: async () => ok(SCREENS), all: async () => ok(SCREENS) },
    requests: { ...browser.requests, list: async () => ok(REQUESTS) },
  }
  root.render(<App portal={openMemory(createMemoryPorts({ clock, imc }))} config={CONFIG} />)
}
