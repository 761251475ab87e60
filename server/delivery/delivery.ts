import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod/mini'

import type { ServerConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connection.ts'
import { enqueue, isClientCall, type NewOutboxItem, type OutboxItem } from '#server/database/outbox.ts'
import type { Schema } from '#server/database/schema.ts'
import { createFileMailer, createSmtpMailer, type Mail, type Mailer } from '#server/delivery/mail.ts'
import { createOutboxWorker, type OutboxHandler } from '#server/delivery/outbox-worker.ts'
import { type Scheduler, timerScheduler } from '#server/scheduler.ts'
import { HOUR_MS, type Instant } from '#src/domain/time/bogota.ts'

/** Folder below DATA_DIR for mails when no mail server is configured. */
export const MAIL_FOLDER = 'correo'

/** Interval between two checks for due items. */
export const DELIVERY_CHECK_MS = 5_000

/** The kind of items whose content is a mail. */
const MAIL_KIND = 'mail'

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.optional(z.string()),
  headers: z.optional(z.record(z.string(), z.string())),
})

/** Queues a mail in a transaction. `at` is an instant of the real clock. */
export const enqueueMail = (tx: Kysely<Schema>, mail: Mail, at: Instant): Promise<string> =>
  enqueue(tx, toMailItem(mail, at))

/** The item of a mail, to queue many at once. */
export const toMailItem = (mail: Mail, at: Instant): NewOutboxItem => ({
  kind: MAIL_KIND,
  recipient: mail.to,
  content: mail,
  at,
})

interface DeliveryDeps {
  readonly config: Pick<ServerConfig, 'dataDir' | 'identity'>
  readonly database: Database
  /** The real clock. */
  readonly now: () => Instant
  readonly logger: Logger
  readonly scheduler?: Scheduler
  /** Runs what only one server may run; by default `scheduler`. */
  readonly writerScheduler?: Scheduler
}

/** Sends the items of the outbox. */
export interface Delivery {
  /** Sends a mail without the outbox, for outbox handlers. Throws when the mail cannot be sent. */
  send(mail: Mail): Promise<void>
  /** Adds the handler of a kind of items. Call it before the start. */
  addHandler(kind: string, handler: OutboxHandler): void
  /** Like `addHandler`, for HTTP calls to other servers. Slow calls do not delay other kinds. */
  addCallHandler(kind: string, handler: OutboxHandler): void
  /** Sends the due items; concurrent calls share one run. */
  deliver(): Promise<void>
  /** Sends the due items in the background. */
  deliverSoon(): void
  /** Starts the timers. */
  start(): void
  /** Stops the timers and waits for the running attempts. */
  close(): Promise<void>
}

function createMailer({ config, now, logger }: DeliveryDeps): Mailer {
  const { smtpUrl, mailFrom: from } = config.identity
  if (smtpUrl !== null) return createSmtpMailer(smtpUrl, from)
  const onWritten = (url: string) => logger.warn({ file: url }, 'no SMTP_URL: the message is in this file')
  return createFileMailer({ folder: join(config.dataDir, MAIL_FOLDER), from, now, onWritten })
}

/** Opens the delivery of the outbox. It sends mails; modules add handlers for other kinds. */
export function openDelivery(deps: DeliveryDeps): Delivery {
  const { database, now, logger, scheduler = timerScheduler, writerScheduler = scheduler } = deps
  const mailer = createMailer(deps)
  const handlers = new Map<string, OutboxHandler>([
    [MAIL_KIND, ({ content }) => mailer.send(mailSchema.parse(content))],
  ])
  /** A worker for each kind of call: slow receivers of one kind do not delay the others. */
  const callWorkers = new Map<string, ReturnType<typeof createOutboxWorker>>()
  const workerParts = {
    database,
    findHandler: (kind: string) => handlers.get(kind) ?? null,
    now,
    report: (error: unknown, { id, kind, attempts }: Pick<OutboxItem, 'id' | 'kind' | 'attempts'>) =>
      logger[isClientCall(kind) ? 'info' : 'error'](
        { err: error, item: id, kind, attempts },
        'an attempt to send the message failed',
      ),
  }
  const defaultWorker = createOutboxWorker({ ...workerParts, kinds: () => ({ except: [...callWorkers.keys()] }) })
  const listWorkers = () => [defaultWorker, ...callWorkers.values()]

  const deliver = async () => {
    await Promise.all(listWorkers().map((worker) => worker.deliver()))
  }

  const pendingWork = new Set<Promise<void>>()

  /** Runs work in the background and logs its failure. The next run repeats the work. */
  function runInBackground(work: () => Promise<void>) {
    const promise = work().catch((error: unknown) => logger.error({ err: error }, 'delivery: background work failed'))
    pendingWork.add(promise)
    void promise.finally(() => pendingWork.delete(promise))
  }

  let timers: readonly (() => void)[] = []

  return {
    send: mailer.send,
    addHandler: (kind, handler) => void handlers.set(kind, handler),
    addCallHandler(kind, handler) {
      callWorkers.set(kind, createOutboxWorker({ ...workerParts, kinds: () => ({ only: [kind] }) }))
      handlers.set(kind, handler)
    },
    deliver,
    deliverSoon: () => runInBackground(deliver),

    start() {
      if (timers.length > 0) return
      timers = [
        scheduler.every(DELIVERY_CHECK_MS, () => runInBackground(deliver)),
        writerScheduler.every(HOUR_MS, () => runInBackground(defaultWorker.deleteOldItems)),
      ]
    },

    async close() {
      for (const stop of timers) stop()
      // Wait only for running attempts: each mail to an unreachable server takes seconds.
      for (const { stop } of listWorkers()) runInBackground(stop)
      await Promise.all(pendingWork)
      mailer.close()
    },
  }
}
