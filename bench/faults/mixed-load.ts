import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Acknowledged } from '#bench/faults/acknowledged.ts'
import { createClientLoad } from '#bench/faults/client-load.ts'
import { createDealLoad } from '#bench/faults/deal-load.ts'
import { createOfficeLoad } from '#bench/faults/office-load.ts'
import { createSend } from '#bench/faults/send.ts'

/** The kinds of work of the load, which run side by side. */
const WORKS = ['batches', 'files', 'users', 'purchases', 'logins'] as const
type Work = (typeof WORKS)[number]

/** The pause after each request of a kind, in ms. A kind without a pause is not part of the load. */
export type Pauses = Readonly<Partial<Record<Work, number>>>

/** A heavy load. The human checks of purchases and logins take half a second of a core each. */
const HEAVY: Pauses = { batches: 20, files: 200, users: 20, purchases: 500, logins: 500 }

interface MixedLoadParts {
  readonly operatorKey: string
  /** The day of the deals, already over. */
  readonly date: string
  readonly acknowledged: Acknowledged
  readonly pauses?: Pauses
}

/** Sends requests until they are acknowledged, also over several servers. */
export interface MixedLoad {
  /** Sends to a server until `isOver`. A request without a reply is sent again by the next call. */
  run(url: string, isOver: () => boolean): Promise<void>
}

/** Creates the load: deals and files of deals, users with their contracts, purchases and logins. */
export function createMixedLoad({ acknowledged, pauses = HEAVY, ...parts }: MixedLoadParts): MixedLoad {
  const shared = { send: createSend(acknowledged), acknowledged, run: randomBytes(3).toString('hex') }
  const deals = createDealLoad({ ...shared, ...parts })
  const clients = createClientLoad(shared)
  const works: Readonly<Record<Work, (url: string) => Promise<void>>> = {
    batches: deals.sendBatch,
    files: deals.sendFile,
    users: createOfficeLoad(shared).changeUsers,
    purchases: clients.buy,
    logins: clients.signIn,
  }

  return {
    async run(url, isOver) {
      async function repeat(work: (url: string) => Promise<void>, pause: number) {
        while (!isOver()) {
          await work(url)
          await wait(pause)
        }
      }
      const chosen = WORKS.flatMap((work) => (pauses[work] === undefined ? [] : [repeat(works[work], pauses[work])]))
      await Promise.all(chosen)
    },
  }
}
