import type { FastifyRequest } from 'fastify'
import { listFiringsAfter, readLastFiring } from '#server/alerts/alert-store.ts'
import type { IdentifyClient } from '#server/alerts/caller.ts'
import type { Database } from '#server/database/connection.ts'

/** The live streams of this process. */
export interface AlertStreams {
  listLiveRequests(): readonly FastifyRequest[]
  sendAlert(belongsTo: (request: FastifyRequest) => boolean, id: number): void
}

const FIRINGS_PER_CHECK = 500

/** Sends new firings of any process to the open pages of their clients in this process. */
export function createAlertNews(
  { db }: Pick<Database, 'db'>,
  { listLiveRequests, sendAlert }: AlertStreams,
  identifyClient: IdentifyClient,
) {
  /** The last firing that was sent; null before the first check with open streams. */
  let lastId: number | null = null

  const findClientId = (request: FastifyRequest) => {
    const client = identifyClient(request)
    return client.ok ? (client.value?.id ?? null) : null
  }

  return async function sendNews(): Promise<void> {
    const clientIds = [...new Set(listLiveRequests().flatMap((request) => findClientId(request) ?? []))]
    // A page reads the history when it opens: earlier firings are not news.
    if (clientIds.length === 0) {
      lastId = null
      return
    }
    const last = await readLastFiring(db)
    if (lastId === null) {
      lastId = last
      return
    }
    const firings = await listFiringsAfter(db, lastId, clientIds, FIRINGS_PER_CHECK)
    for (const { id, clientId } of firings) sendAlert((request) => findClientId(request) === clientId, id)
    const lastSent = firings.at(-1)?.id ?? last
    // What fired for clients without a page is passed too: they may open one later.
    lastId = firings.length < FIRINGS_PER_CHECK ? Math.max(last, lastSent) : lastSent
  }
}
