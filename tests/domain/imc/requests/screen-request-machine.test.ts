import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor } from 'xstate'

import type { ChosenFile } from '#src/domain/imc/requests/request-files.ts'
import type { RequestReceipt } from '#src/domain/imc/requests/requests.ts'
import { createScreenRequestMachine } from '#src/domain/imc/requests/screen-request-machine.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

type Machine = ReturnType<typeof createScreenRequestMachine<string, string, string, string>>

const RECEIPT: RequestReceipt = { id: 'sol-1', reference: 'S-1' }
const FILES: readonly ChosenFile<string>[] = ['a', 'b', 'c'].map((id) => ({ id, file: `${id}.pdf` }))

interface PendingUpload {
  readonly chosen: ChosenFile<string>
  readonly onProgress: (progress: number) => void
  readonly settle: (result: Result<void, string>) => void
  readonly crash: () => void
}

interface PendingCreation {
  readonly settle: (result: Result<RequestReceipt, string>) => void
  readonly crash: () => void
}

/** Starts the machine with calls that the test settles. */
function startDialog(existing?: { readonly receipt: RequestReceipt; readonly missing: readonly string[] }) {
  const creations: PendingCreation[] = []
  const uploads: PendingUpload[] = []
  const crashes: unknown[] = []
  const counts = { createCalls: 0, runningCalls: 0, maxRunningCalls: 0 }
  const track = <T>(promise: Promise<T>) => {
    counts.runningCalls += 1
    counts.maxRunningCalls = Math.max(counts.maxRunningCalls, counts.runningCalls)
    return promise.finally(() => {
      counts.runningCalls -= 1
    })
  }
  const machine: Machine = createScreenRequestMachine()
  const actor = createActor(machine, {
    input: {
      create: () =>
        track(
          new Promise((resolve, reject) => {
            counts.createCalls += 1
            creations.push({ settle: resolve, crash: () => reject(new Error('crash')) })
          }),
        ),
      upload: (_, chosen, onProgress) =>
        track(
          new Promise((resolve, reject) => {
            uploads.push({ chosen, onProgress, settle: resolve, crash: () => reject(new Error('crash')) })
          }),
        ),
      ...(existing && { existing }),
    },
  })
  actor.on('CRASHED', ({ error }) => crashes.push(error))
  actor.start()
  const snapshot = () => actor.getSnapshot()
  const statuses = () => Object.fromEntries(snapshot().context.files.map(({ id, status }) => [id, status]))
  return { actor, creations, uploads, crashes, counts, snapshot, statuses }
}

type Dialog = ReturnType<typeof startDialog>

async function createRequest({ actor, creations }: Dialog, files = FILES) {
  actor.send({ type: 'CHOSEN', request: 'link', files })
  actor.send({ type: 'CONFIRMED' })
  creations.shift()?.settle(ok(RECEIPT))
  await flushPromises()
}

async function settleUpload({ uploads }: Dialog, result: Result<void, string>) {
  uploads.shift()?.settle(result)
  await flushPromises()
}

test('the dialog uploads files one after the other and records their progress', async () => {
  const dialog = startDialog()
  await createRequest(dialog)
  expect(dialog.statuses()).toEqual({ a: 'uploading', b: 'waiting', c: 'waiting' })
  dialog.uploads[0]?.onProgress(0.64)
  expect(dialog.snapshot().context.files[0]?.progress).toBe(0.64)
  for (const _ of FILES) await settleUpload(dialog, ok(undefined))
  expect(dialog.snapshot().matches('done')).toBe(true)
  expect(dialog.counts).toMatchObject({ createCalls: 1, maxRunningCalls: 1 })
})

test('RETRIED and REPLACED upload only the failed file and create no second request (D28)', async () => {
  const dialog = startDialog()
  await createRequest(dialog)
  await settleUpload(dialog, ok(undefined))
  await settleUpload(dialog, err('cut'))
  await settleUpload(dialog, ok(undefined))
  expect(dialog.snapshot().matches('some-failed')).toBe(true)
  expect(dialog.statuses()).toEqual({ a: 'uploaded', b: 'failed', c: 'uploaded' })
  dialog.actor.send({ type: 'RETRIED', id: 'b' })
  expect(dialog.uploads.map(({ chosen }) => chosen.file)).toEqual(['b.pdf'])
  await settleUpload(dialog, err('cut'))
  expect(dialog.snapshot().context.files[1]?.failure).toBe('cut')
  dialog.actor.send({ type: 'REPLACED', id: 'b', file: 'other.pdf' })
  expect(dialog.uploads.map(({ chosen }) => chosen.file)).toEqual(['other.pdf'])
  await settleUpload(dialog, ok(undefined))
  expect(dialog.snapshot().matches('done')).toBe(true)
  expect(dialog.counts.createCalls).toBe(1)
})

test('RETRIED returns a failed file to the queue while another file uploads', async () => {
  const dialog = startDialog()
  await createRequest(dialog)
  await settleUpload(dialog, err('cut'))
  dialog.actor.send({ type: 'RETRIED', id: 'a' })
  expect(dialog.statuses()).toEqual({ a: 'waiting', b: 'uploading', c: 'waiting' })
})

test('a failed creation returns to choosing with its failure and allows another attempt', async () => {
  const dialog = startDialog()
  dialog.actor.send({ type: 'CHOSEN', request: 'link', files: FILES })
  dialog.actor.send({ type: 'CONFIRMED' })
  dialog.creations.shift()?.settle(err('busy'))
  await flushPromises()
  expect(dialog.snapshot().matches('choosing')).toBe(true)
  expect(dialog.snapshot().context.failure).toEqual({ error: 'busy' })
  await createRequest(dialog, [])
  expect(dialog.snapshot().matches('done')).toBe(true)
})

test('calls that throw count as failures and emit CRASHED', async () => {
  const dialog = startDialog()
  dialog.actor.send({ type: 'CHOSEN', request: 'link', files: FILES.slice(0, 1) })
  dialog.actor.send({ type: 'CONFIRMED' })
  dialog.creations.shift()?.crash()
  await flushPromises()
  expect(dialog.snapshot().context.failure).toEqual({ error: null })
  await createRequest(dialog, FILES.slice(0, 1))
  dialog.uploads.shift()?.crash()
  await flushPromises()
  expect(dialog.snapshot().context.files[0]).toMatchObject({ status: 'failed', failure: null })
  expect(dialog.crashes).toHaveLength(2)
})

test('the dialog of an existing request uploads its missing documents without creating the request again', async () => {
  const dialog = startDialog({ receipt: RECEIPT, missing: ['a', 'b'] })
  expect(dialog.snapshot().matches('some-failed')).toBe(true)
  dialog.actor.send({ type: 'RETRIED_ALL' })
  expect(dialog.uploads).toHaveLength(0)
  dialog.actor.send({ type: 'REPLACED', id: 'b', file: 'b.pdf' })
  await settleUpload(dialog, ok(undefined))
  expect(dialog.statuses()).toEqual({ a: 'missing', b: 'uploaded' })
  dialog.actor.send({ type: 'REPLACED', id: 'a', file: 'a.pdf' })
  await settleUpload(dialog, ok(undefined))
  expect(dialog.snapshot().matches('done')).toBe(true)
  expect(dialog.counts.createCalls).toBe(0)
})

const anyId = fc.constantFrom('a', 'b', 'c')
const anyStep = fc.oneof(
  fc.constant({ kind: 'choose' as const }),
  fc.constant({ kind: 'confirm' as const }),
  fc.constant({ kind: 'withdraw' as const }),
  fc.constant({ kind: 'retry-all' as const }),
  fc.record({ kind: fc.constant('retry' as const), id: anyId }),
  fc.record({ kind: fc.constant('replace' as const), id: anyId }),
  fc.record({ kind: fc.constant('end-creation' as const), isSuccess: fc.boolean() }),
  fc.record({ kind: fc.constant('end-upload' as const), isSuccess: fc.boolean() }),
)

type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

function runStep(dialog: Dialog, step: Step) {
  const { actor, creations, uploads } = dialog
  switch (step.kind) {
    case 'choose':
      return actor.send({ type: 'CHOSEN', request: 'link', files: FILES })
    case 'confirm':
      return actor.send({ type: 'CONFIRMED' })
    case 'withdraw':
      return actor.send({ type: 'WITHDRAWN' })
    case 'retry-all':
      return actor.send({ type: 'RETRIED_ALL' })
    case 'retry':
      return actor.send({ type: 'RETRIED', id: step.id })
    case 'replace':
      return actor.send({ type: 'REPLACED', id: step.id, file: `${step.id}-2.pdf` })
    case 'end-creation':
      return creations.shift()?.settle(step.isSuccess ? ok(RECEIPT) : err('busy'))
    case 'end-upload':
      return uploads.shift()?.settle(step.isSuccess ? ok(undefined) : err('cut'))
  }
}

/** The results of the calls of a run so far. */
interface RunResults {
  readonly uploadedIds: Set<string>
  createdRequests: number
  readonly repeatedUploads: string[]
}

/** Runs a step and records its results. */
async function runAndRecord(dialog: Dialog, step: Step, results: RunResults) {
  const uploadingId = dialog.uploads[0]?.chosen.id
  const isCreating = dialog.creations.length > 0
  runStep(dialog, step)
  await flushPromises()
  if (step.kind === 'end-creation' && step.isSuccess && isCreating) results.createdRequests += 1
  if (step.kind !== 'end-upload' || !step.isSuccess || uploadingId === undefined) return
  if (results.uploadedIds.has(uploadingId)) results.repeatedUploads.push(uploadingId)
  results.uploadedIds.add(uploadingId)
}

function findBrokenRules({ snapshot, counts }: Dialog, results: RunResults): readonly string[] {
  const { context } = snapshot()
  const rules: Readonly<Record<string, boolean>> = {
    'two requests were created': results.createdRequests > 1,
    'two calls ran at once': counts.maxRunningCalls > 1,
    'a file was uploaded twice': results.repeatedUploads.length > 0,
    'a file is lost': context.receipt !== null && context.files.map((file) => file.id).join('') !== 'abc',
    'a file failed without its reason': context.files.some(
      ({ status, failure }) => status === 'failed' && failure !== 'cut',
    ),
    'a file counts as uploaded and is not': context.files.some(
      (file) => file.status === 'uploaded' && !results.uploadedIds.has(file.id),
    ),
    'the dialog is done without its files': snapshot().matches('done') && results.uploadedIds.size < 3,
  }
  return Object.entries(rules).flatMap(([rule, isBroken]) => (isBroken ? [rule] : []))
}

test('the dialog breaks no rule after any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), async (steps) => {
      const dialog = startDialog()
      const results: RunResults = { uploadedIds: new Set(), createdRequests: 0, repeatedUploads: [] }
      for (const step of steps) {
        await runAndRecord(dialog, step, results)
        expect(findBrokenRules(dialog, results)).toEqual([])
      }
    }),
    { numRuns: 300 },
  )
})
