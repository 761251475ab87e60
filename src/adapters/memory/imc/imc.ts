import { createMemoryPackages } from '#src/adapters/memory/imc/packages.ts'
import {
  createMemoryAudit,
  createMemoryRequests,
  createMemoryUploads,
  type MemoryUploads,
} from '#src/adapters/memory/imc/requests.ts'
import { createMemoryScreens } from '#src/adapters/memory/imc/screens.ts'
import { createMemoryImc, type MemoryImc } from '#src/adapters/memory/imc/service.ts'
import { createMemoryImcAuth, createMemoryImcSession, type MemoryImcCookie } from '#src/adapters/memory/imc/session.ts'
import { createMemoryUsers } from '#src/adapters/memory/imc/users.ts'
import { createMemoryNetwork, type MemoryNetwork } from '#src/adapters/memory/network.ts'
import type { ImcPorts, ImcRefusals, NewKey } from '#src/application/imc/ports.ts'
import { createListeners } from '#src/application/platform/listeners.ts'
import type { Clock } from '#src/application/platform/ports.ts'

/** Refusals that a test emits. */
interface MemoryImcRefusals extends ImcRefusals {
  refuse(message: string | null): void
}

interface MemoryImcPorts extends ImcPorts {
  readonly imcRefusals: MemoryImcRefusals
}

/** The back-office of an entity. A test can settle requests and make uploads fail. */
interface MemoryBackOffice {
  readonly imc: MemoryImc
  readonly uploads: MemoryUploads
  /** Creates the ports of a new browser without a session. */
  browser(options?: { readonly onClear?: () => void }): MemoryImcPorts
}

function createRefusals(): MemoryImcRefusals {
  const { notify, subscribe } = createListeners<[message: string | null]>()
  return { subscribe, refuse: notify }
}

/** Creates numbered keys: `key-1`, `key-2` … */
function createMemoryKeys(): NewKey {
  let lastNumber = 0
  return () => {
    lastNumber += 1
    return `key-${lastNumber}`
  }
}

/** Creates the small demo entity (D43); `clock` is the real clock. */
export function createMemoryBackOffice({
  clock,
  network = createMemoryNetwork(),
}: {
  readonly clock: Clock
  readonly network?: MemoryNetwork
}): MemoryBackOffice {
  const imc = createMemoryImc({ clock })
  const uploads = createMemoryUploads(network)
  const newKey = createMemoryKeys()
  return {
    imc,
    uploads,
    browser({ onClear = () => {} } = {}) {
      const cookie: MemoryImcCookie = { session: null }
      const deps = { imc, cookie, clock, network, receive: uploads.receive }
      return {
        imcSession: createMemoryImcSession({ onClear }),
        imcAuth: createMemoryImcAuth(deps),
        imcRefusals: createRefusals(),
        users: createMemoryUsers(deps),
        packages: createMemoryPackages(deps),
        screens: createMemoryScreens(deps),
        requests: createMemoryRequests(deps),
        audit: createMemoryAudit(deps),
        newKey,
      }
    },
  }
}
