import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor } from 'xstate'

import type { ChosenFile } from '#src/domain/imc/request-files.ts'
import type { RequestReceipt } from '#src/domain/imc/requests.ts'
import { createScreenRequestMachine } from '#src/domain/imc/screen-request-machine.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

type Machine = ReturnType<typeof createScreenRequestMachine<string, string, string, string>>

const RECEIPT: RequestReceipt = { id: 'sol-1', reference: 'S-1' }
const FILES: readonly ChosenFile<string>[] = ['a', 'b', 'c'].map((id) => ({ id, file: `${id}.pdf` }))

interface OpenUpload {
  readonly chosen: ChosenFile<string>
  readonly onPart: (part: number) => void
  readonly settle: (result: Result<void, string>) => void
  readonly crash: () => void
}

interface OpenCreation {
  readonly settle: (result: Result<RequestReceipt, string>) => void
  readonly crash: () => void
}

/** The machine with calls that the test settles. */
function startDialog(open?: { readonly receipt: RequestReceipt; readonly missing: readonly string[] }) {
  const creations: OpenCreation[] = []
  const uploads: OpenUpload[] = []
  const crashes: unknown[] = []
  const counts = { created: 0, most: 0, open: 0 }
  const track = <T>(promise: Promise<T>) => {
    counts.open += 1
    counts.most = Math.max(counts.most, counts.open)
    return promise.finally(() => {
      counts.open -= 1
    })
  }
  const machine: Machine = createScreenRequestMachine()
  const actor = createActor(machine, {
    input: {
      create: () =>
        track(
          new Promise((resolve, reject) => {
            counts.created += 1
            creations.push({ settle: resolve, crash: () => reject(new Error('crash')) })
          }),
        ),
      upload: (_, chosen, onPart) =>
        track(
          new Promise((resolve, reject) => {
            uploads.push({ chosen, onPart, settle: resolve, crash: () => reject(new Error('crash')) })
          }),
        ),
      ...(open && { open }),
    },
  })
  actor.on('CRASHED', ({ error }) => crashes.push(error))
  actor.start()
  const state = () => actor.getSnapshot()
  const statuses = () => Object.fromEntries(state().context.files.map(({ id, status }) => [id, status]))
  return { actor, creations, uploads, crashes, counts, state, statuses }
}

type Dialog = ReturnType<typeof startDialog>

async function create({ actor, creations }: Dialog, files = FILES) {
  actor.send({ type: 'CHOSEN', request: 'link', files })
  actor.send({ type: 'CONFIRMED' })
  creations.shift()?.settle(ok(RECEIPT))
  await flushPromises()
}

async function end({ uploads }: Dialog, result: Result<void, string>) {
  uploads.shift()?.settle(result)
  await flushPromises()
}

test('files are uploaded one after the other, with their progress, until all are uploaded', async () => {
  const dialog = startDialog()
  await create(dialog)
  expect(dialog.statuses()).toEqual({ a: 'uploading', b: 'waiting', c: 'waiting' })
  dialog.uploads[0]?.onPart(0.64)
  expect(dialog.state().context.files[0]?.part).toBe(0.64)
  for (const _ of FILES) await end(dialog, ok(undefined))
  expect(dialog.state().matches('done')).toBe(true)
  expect(dialog.counts).toMatchObject({ created: 1, most: 1 })
})

test('a failed file is uploaded again alone, and the request is not created twice (D28)', async () => {
  const dialog = startDialog()
  await create(dialog)
  await end(dialog, ok(undefined))
  await end(dialog, err('cut'))
  await end(dialog, ok(undefined))
  expect(dialog.state().matches('some-failed')).toBe(true)
  expect(dialog.statuses()).toEqual({ a: 'uploaded', b: 'failed', c: 'uploaded' })
  dialog.actor.send({ type: 'RETRIED', id: 'b' })
  expect(dialog.uploads.map(({ chosen }) => chosen.file)).toEqual(['b.pdf'])
  await end(dialog, err('cut'))
  expect(dialog.state().context.files[1]?.failure).toBe('cut')
  dialog.actor.send({ type: 'REPLACED', id: 'b', file: 'other.pdf' })
  expect(dialog.uploads.map(({ chosen }) => chosen.file)).toEqual(['other.pdf'])
  await end(dialog, ok(undefined))
  expect(dialog.state().matches('done')).toBe(true)
  expect(dialog.counts.created).toBe(1)
})

test('a failed file can be put back into the queue while another one is uploaded', async () => {
  const dialog = startDialog()
  await create(dialog)
  await end(dialog, err('cut'))
  dialog.actor.send({ type: 'RETRIED', id: 'a' })
  expect(dialog.statuses()).toEqual({ a: 'waiting', b: 'uploading', c: 'waiting' })
})

test('a request that was not created returns to the choice with its failure, and can be sent again', async () => {
  const dialog = startDialog()
  dialog.actor.send({ type: 'CHOSEN', request: 'link', files: FILES })
  dialog.actor.send({ type: 'CONFIRMED' })
  dialog.creations.shift()?.settle(err('busy'))
  await flushPromises()
  expect(dialog.state().matches('choosing')).toBe(true)
  expect(dialog.state().context.failure).toEqual({ error: 'busy' })
  await create(dialog, [])
  expect(dialog.state().matches('done')).toBe(true)
})

test('calls that throw count as failures and are reported', async () => {
  const dialog = startDialog()
  dialog.actor.send({ type: 'CHOSEN', request: 'link', files: FILES.slice(0, 1) })
  dialog.actor.send({ type: 'CONFIRMED' })
  dialog.creations.shift()?.crash()
  await flushPromises()
  expect(dialog.state().context.failure).toEqual({ error: null })
  await create(dialog, FILES.slice(0, 1))
  dialog.uploads.shift()?.crash()
  await flushPromises()
  expect(dialog.state().context.files[0]).toMatchObject({ status: 'failed', failure: null })
  expect(dialog.crashes).toHaveLength(2)
})

test('missing documents are uploaded without creating the request again', async () => {
  const dialog = startDialog({ receipt: RECEIPT, missing: ['a', 'b'] })
  expect(dialog.state().matches('some-failed')).toBe(true)
  dialog.actor.send({ type: 'RETRIED_ALL' })
  expect(dialog.uploads).toHaveLength(0)
  dialog.actor.send({ type: 'REPLACED', id: 'b', file: 'b.pdf' })
  await end(dialog, ok(undefined))
  expect(dialog.statuses()).toEqual({ a: 'missing', b: 'uploaded' })
  dialog.actor.send({ type: 'REPLACED', id: 'a', file: 'a.pdf' })
  await end(dialog, ok(undefined))
  expect(dialog.state().matches('done')).toBe(true)
  expect(dialog.counts.created).toBe(0)
})

const id = fc.constantFrom('a', 'b', 'c')
const step = fc.oneof(
  fc.constant({ kind: 'ask' as const }),
  fc.constant({ kind: 'confirm' as const }),
  fc.constant({ kind: 'withdraw' as const }),
  fc.constant({ kind: 'retry-all' as const }),
  fc.record({ kind: fc.constant('retry' as const), id }),
  fc.record({ kind: fc.constant('replace' as const), id }),
  fc.record({ kind: fc.constant('created' as const), good: fc.boolean() }),
  fc.record({ kind: fc.constant('uploaded' as const), good: fc.boolean() }),
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function run(dialog: Dialog, action: Step) {
  const { actor, creations, uploads } = dialog
  switch (action.kind) {
    case 'ask':
      return actor.send({ type: 'CHOSEN', request: 'link', files: FILES })
    case 'confirm':
      return actor.send({ type: 'CONFIRMED' })
    case 'withdraw':
      return actor.send({ type: 'WITHDRAWN' })
    case 'retry-all':
      return actor.send({ type: 'RETRIED_ALL' })
    case 'retry':
      return actor.send({ type: 'RETRIED', id: action.id })
    case 'replace':
      return actor.send({ type: 'REPLACED', id: action.id, file: `${action.id}-2.pdf` })
    case 'created':
      return creations.shift()?.settle(action.good ? ok(RECEIPT) : err('busy'))
    case 'uploaded':
      return uploads.shift()?.settle(action.good ? ok(undefined) : err('cut'))
  }
}

/** What a run has recorded so far. */
interface Seen {
  readonly uploaded: Set<string>
  accepted: number
  readonly twice: string[]
}

/** Runs a step and records what the calls of the dialog returned. */
async function follow(dialog: Dialog, action: Step, seen: Seen) {
  const pending = dialog.uploads[0]?.chosen.id
  const isCreating = dialog.creations.length > 0
  run(dialog, action)
  await flushPromises()
  if (action.kind === 'created' && action.good && isCreating) seen.accepted += 1
  if (action.kind !== 'uploaded' || !action.good || pending === undefined) return
  if (seen.uploaded.has(pending)) seen.twice.push(pending)
  seen.uploaded.add(pending)
}

function findBroken({ state, counts }: Dialog, seen: Seen): readonly string[] {
  const { context } = state()
  const rules: Readonly<Record<string, boolean>> = {
    'two requests were created': seen.accepted > 1,
    'two calls ran at once': counts.most > 1,
    'a file was uploaded twice': seen.twice.length > 0,
    'a file is lost': context.receipt !== null && context.files.map((file) => file.id).join('') !== 'abc',
    'a file failed without its reason': context.files.some(
      ({ status, failure }) => status === 'failed' && failure !== 'cut',
    ),
    'a file counts as uploaded and is not': context.files.some(
      (file) => file.status === 'uploaded' && !seen.uploaded.has(file.id),
    ),
    'the dialog is done without its files': state().matches('done') && seen.uploaded.size < 3,
  }
  return Object.entries(rules).flatMap(([rule, broken]) => (broken ? [rule] : []))
}

test('after any events there is one request, one call at a time, and no file is lost without a failure', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const dialog = startDialog()
      const seen: Seen = { uploaded: new Set(), accepted: 0, twice: [] }
      for (const action of steps) {
        await follow(dialog, action, seen)
        expect(findBroken(dialog, seen)).toEqual([])
      }
    }),
    { numRuns: 300 },
  )
})
