import { createMemoryAccess } from '#src/adapters/memory/imc/access.ts'
import { createMemoryConfirmations } from '#src/adapters/memory/imc/confirmations.ts'
import { createMemoryCorrections } from '#src/adapters/memory/imc/corrections.ts'
import { createMemoryGovernance } from '#src/adapters/memory/imc/governance.ts'
import { createMemoryPackages } from '#src/adapters/memory/imc/packages.ts'
import { createMemoryAudit, createMemoryRequests } from '#src/adapters/memory/imc/requests.ts'
import { createMemoryReviews } from '#src/adapters/memory/imc/reviews.ts'
import { createMemoryScreens } from '#src/adapters/memory/imc/screens.ts'
import { createMemoryImc, type MemoryImc, type MemoryImcState } from '#src/adapters/memory/imc/service.ts'
import {
  createMemoryImcAuth,
  createMemoryImcCookie,
  createMemoryImcFactor,
  createMemoryImcSession,
  type MemoryImcCookie,
} from '#src/adapters/memory/imc/session.ts'
import { createMemorySessions } from '#src/adapters/memory/imc/sessions.ts'
import { createMemoryUploads, type MemoryUploads } from '#src/adapters/memory/imc/uploads.ts'
import { createMemoryUsers } from '#src/adapters/memory/imc/users.ts'
import { createMemoryViews } from '#src/adapters/memory/imc/views.ts'
import { createMemoryMailbox, type MemoryMailbox } from '#src/adapters/memory/mailbox.ts'
import { createMemoryNetwork, type MemoryNetwork } from '#src/adapters/memory/network.ts'
import { createMemoryPasskeyDevice } from '#src/adapters/memory/passkeys.ts'
import { createMemoryPageSizes } from '#src/adapters/memory/platform.ts'
import { createMemoryFactors } from '#src/adapters/memory/second-factor.ts'
import { createCsvReader } from '#src/adapters/system/csv-reader.ts'
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

interface BrowserOptions {
  readonly onClear?: () => void
  readonly cookie?: MemoryImcCookie
}

/** The back-office of the entities. A test can settle requests and make uploads fail. */
interface MemoryBackOffice {
  readonly imc: MemoryImc
  readonly uploads: MemoryUploads
  /** Creates the ports of a new browser without a session. */
  browser(options?: BrowserOptions): MemoryImcPorts
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

interface BackOfficeDeps {
  /** The real clock. */
  readonly clock: Clock
  readonly network?: MemoryNetwork
  readonly mailbox?: MemoryMailbox
  readonly state?: MemoryImcState
}

/** Creates a back-office, by default with the two demo entities (D43). */
export function createMemoryBackOffice({
  clock,
  network = createMemoryNetwork(),
  mailbox = createMemoryMailbox(clock),
  state,
}: BackOfficeDeps): MemoryBackOffice {
  const imc = createMemoryImc({ clock, ...(state && { state }) })
  const uploads = createMemoryUploads(network)
  const factors = createMemoryFactors({ clock, ...(state && { state: state.factors }) })
  const newKey = createMemoryKeys()
  return {
    imc,
    uploads,
    browser({ onClear = () => {}, cookie = createMemoryImcCookie() } = {}) {
      const imcRefusals = createRefusals()
      const onRefused = () => imcRefusals.refuse(null)
      const deps = { imc, factors, cookie, clock, network, mailbox, onRefused, receive: uploads.receive }
      return {
        imcSession: createMemoryImcSession({ onClear }),
        imcAuth: createMemoryImcAuth(deps),
        imcRefusals,
        imcFactor: createMemoryImcFactor(deps),
        passkeyDevice: createMemoryPasskeyDevice(),
        users: createMemoryUsers(deps),
        packages: createMemoryPackages(deps),
        screens: createMemoryScreens(deps),
        requests: {
          ...createMemoryRequests(deps),
          correct: createMemoryCorrections(deps),
          decide: createMemoryConfirmations(deps),
        },
        audit: createMemoryAudit(deps),
        sessions: createMemorySessions(deps),
        access: createMemoryAccess(deps),
        governance: createMemoryGovernance(deps),
        reviews: createMemoryReviews(deps),
        csv: createCsvReader(),
        views: createMemoryViews(deps),
        pageSizes: createMemoryPageSizes(),
        newKey,
      }
    },
  }
}
