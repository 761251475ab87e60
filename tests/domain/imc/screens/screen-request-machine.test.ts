import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor } from 'xstate'

import { createMemoryLog } from '#src/adapters/memory/platform.ts'
import { createCaller } from '#src/application/platform/flow.ts'
import type { AttachedFile, UploadFailure } from '#src/domain/attachment.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { RequestReceipt } from '#src/domain/imc/requests/requests.ts'
import { type ChosenFile, uploadMachine } from '#src/domain/imc/requests/upload-machine.ts'
import { EMPTY_REQUEST_DRAFT, screenRequestMachine } from '#src/domain/imc/screens/screen-request-machine.ts'
import type { LinkRequest, ScreenRequest } from '#src/domain/imc/screens/screen-requests.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const RECEIPT: RequestReceipt = { id: 'sol-1', reference: 'S-1' }
const toFile = (name: string): AttachedFile => ({
  name,
  size: 1,
  type: 'application/pdf',
  arrayBuffer: async () => new ArrayBuffer(1),
})
const FILES: readonly ChosenFile[] = ['a', 'b', 'c'].map((id) => ({ id, file: toFile(`${id}.pdf`) }))

const LINK: LinkRequest = {
  screen: { packageId: 'paq-1', number: '004512', profileId: 'per-1', screen: 'P-07' },
  profileId: 'per-1',
  userId: 'usr-1',
  observations: '',
}
const REFUSED: CallFailure = { kind: 'rejected', status: 409, message: null }
const LOST: CallFailure = { kind: 'timeout' }
const CUT: UploadFailure = { kind: 'unreadable' }

interface PendingUpload {
  readonly chosen: ChosenFile
  readonly settle: (failure: UploadFailure | null) => void
  readonly crash: () => void
}

interface PendingCreation {
  readonly request: ScreenRequest
  readonly key: string
  readonly settle: (result: Result<RequestReceipt, CallFailure>) => void
  readonly crash: () => void
}

/** Starts the machine with calls that the test settles. */
function startDialog() {
  const creations: PendingCreation[] = []
  const uploads: PendingUpload[] = []
  const ends: boolean[] = []
  const counts = { createCalls: 0, runningCalls: 0, maxRunningCalls: 0, keys: 0 }
  const log = createMemoryLog()
  const call = createCaller({ clock: { now: () => 0 }, log })
  const track = <T>(promise: Promise<T>) => {
    counts.runningCalls += 1
    counts.maxRunningCalls = Math.max(counts.maxRunningCalls, counts.runningCalls)
    return promise.finally(() => {
      counts.runningCalls -= 1
    })
  }
  const machine = screenRequestMachine.provide({
    actors: {
      createRequest: call(({ request, key }) =>
        track(
          new Promise((settle, reject) => {
            counts.createCalls += 1
            creations.push({ request, key, settle, crash: () => reject(new Error('crash')) })
          }),
        ),
      ),
      uploads: uploadMachine.provide({
        actors: {
          uploadDocument: call(({ id, file }) =>
            track(
              new Promise((resolve, reject) => {
                const settle = (failure: UploadFailure | null) => resolve(ok(failure))
                uploads.push({ chosen: { id, file }, settle, crash: () => reject(new Error('crash')) })
              }),
            ),
          ),
        },
        actions: { notifyDone: () => {} },
      }),
    },
    actions: { notifyCreationEnd: (_, { isCreated }) => ends.push(isCreated) },
  })
  const actor = createActor(machine, { input: EMPTY_REQUEST_DRAFT })
  actor.start()
  const snapshot = () => actor.getSnapshot()
  const statuses = () => Object.fromEntries(snapshot().context.files.map(({ id, status }) => [id, status]))
  const isIncomplete = () => snapshot().children.uploads?.getSnapshot().matches('incomplete') === true
  const submit = (request: ScreenRequest | null = LINK, documents = FILES) => {
    counts.keys += 1
    const newKey = `key-${counts.keys}`
    actor.send({ type: 'SUBMIT', request, documents, submitted: { users: [], screens: [] }, newKey, at: 0 })
  }
  const press = (type: 'CONFIRM' | 'CANCEL') => actor.send({ type, at: 0 })
  const retry = (id: string) => actor.send({ type: 'RETRY', id, at: 0 })
  const attach = (id: string, name: string) => actor.send({ type: 'ATTACH', id, file: toFile(name), at: 0 })
  return {
    actor,
    submit,
    press,
    retry,
    attach,
    creations,
    uploads,
    ends,
    log,
    counts,
    snapshot,
    isIncomplete,
    statuses,
  }
}

type Dialog = ReturnType<typeof startDialog>

async function createRequest({ submit, press, creations }: Dialog, files = FILES) {
  submit(LINK, files)
  press('CONFIRM')
  creations.shift()?.settle(ok(RECEIPT))
  await flushPromises()
}

async function settleUpload({ uploads }: Dialog, failure: UploadFailure | null = null) {
  uploads.shift()?.settle(failure)
  await flushPromises()
}

test('the dialog uploads files one after the other and records their progress', async () => {
  const dialog = startDialog()
  await createRequest(dialog)
  expect(dialog.statuses()).toEqual({ a: 'uploading', b: 'waiting', c: 'waiting' })
  dialog.actor.send({ type: 'PROGRESS', id: 'a', progress: 0.64, at: 0 })
  expect(dialog.snapshot().context.files[0]?.progress).toBe(0.64)
  for (const _ of FILES) await settleUpload(dialog)
  expect(dialog.snapshot().matches('done')).toBe(true)
  expect(dialog.counts).toMatchObject({ createCalls: 1, maxRunningCalls: 1 })
})

test('RETRY and ATTACH upload only the failed file and create no second request (D28)', async () => {
  const dialog = startDialog()
  await createRequest(dialog)
  await settleUpload(dialog)
  await settleUpload(dialog, CUT)
  await settleUpload(dialog)
  expect(dialog.isIncomplete()).toBe(true)
  expect(dialog.statuses()).toEqual({ a: 'uploaded', b: 'failed', c: 'uploaded' })
  dialog.retry('b')
  expect(dialog.uploads.map(({ chosen }) => chosen.file.name)).toEqual(['b.pdf'])
  await settleUpload(dialog, CUT)
  expect(dialog.snapshot().context.files[1]?.failure).toEqual(CUT)
  dialog.attach('b', 'other.pdf')
  expect(dialog.uploads.map(({ chosen }) => chosen.file.name)).toEqual(['other.pdf'])
  await settleUpload(dialog)
  expect(dialog.snapshot().matches('done')).toBe(true)
  expect(dialog.counts.createCalls).toBe(1)
})

test('RETRY returns a failed file to the queue while another file uploads', async () => {
  const dialog = startDialog()
  await createRequest(dialog)
  await settleUpload(dialog, CUT)
  dialog.retry('a')
  expect(dialog.statuses()).toEqual({ a: 'waiting', b: 'uploading', c: 'waiting' })
})

test('a refused creation returns to choosing, and a changed request has a new key', async () => {
  const dialog = startDialog()
  dialog.submit()
  dialog.press('CONFIRM')
  const [first] = dialog.creations
  dialog.creations.shift()?.settle(err(REFUSED))
  await flushPromises()
  expect(dialog.snapshot().matches('choosing')).toBe(true)
  expect(dialog.snapshot().context.failure).toEqual(REFUSED)
  dialog.submit({ ...LINK, userId: 'usr-2' }, [])
  dialog.press('CONFIRM')
  expect(dialog.creations[0]?.key).not.toBe(first?.key)
  dialog.creations.shift()?.settle(ok(RECEIPT))
  await flushPromises()
  expect(dialog.snapshot().matches('done')).toBe(true)
  expect(dialog.ends).toEqual([false, true])
})

test('after a lost reply the form is locked, and the identical request is sent with its key (D28)', async () => {
  const dialog = startDialog()
  dialog.submit()
  dialog.press('CONFIRM')
  const [first] = dialog.creations
  dialog.creations.shift()?.settle(err(LOST))
  await flushPromises()
  dialog.actor.send({ type: 'CHANGE', change: { userId: 'usr-2' }, at: 0 })
  expect(dialog.snapshot().context.form.userId).toBeNull()
  dialog.submit({ ...LINK, userId: 'usr-2' })
  dialog.press('CONFIRM')
  expect(dialog.creations[0]).toMatchObject({ request: LINK, key: first?.key })
})

test('an invalid submit shows the errors and asks no confirmation', () => {
  const dialog = startDialog()
  dialog.submit(null)
  expect(dialog.snapshot().matches('choosing')).toBe(true)
  expect(dialog.snapshot().context.showsErrors).toBe(true)
  dialog.actor.send({ type: 'CHANGE', change: { move: 'user' }, at: 0 })
  expect(dialog.snapshot().context.showsErrors).toBe(false)
})

test('calls that throw count as failures', async () => {
  const dialog = startDialog()
  dialog.submit(LINK, FILES.slice(0, 1))
  dialog.press('CONFIRM')
  dialog.creations.shift()?.crash()
  await flushPromises()
  expect(dialog.snapshot().context.failure).toEqual({ kind: 'crashed' })
  await createRequest(dialog, FILES.slice(0, 1))
  dialog.uploads.shift()?.crash()
  await flushPromises()
  expect(dialog.snapshot().context.files[0]).toMatchObject({ status: 'failed', failure: { kind: 'crashed' } })
  expect(dialog.log.entries()).toHaveLength(2)
})

const anyId = fc.constantFrom('a', 'b', 'c')
const anyStep = fc.oneof(
  fc.constant({ kind: 'choose' as const }),
  fc.constant({ kind: 'confirm' as const }),
  fc.constant({ kind: 'withdraw' as const }),
  fc.record({ kind: fc.constant('retry' as const), id: anyId }),
  fc.record({ kind: fc.constant('replace' as const), id: anyId }),
  fc.record({ kind: fc.constant('end-creation' as const), isSuccess: fc.boolean() }),
  fc.record({ kind: fc.constant('end-upload' as const), isSuccess: fc.boolean() }),
)

type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

function runStep(dialog: Dialog, step: Step) {
  const { submit, press, retry, attach, creations, uploads } = dialog
  switch (step.kind) {
    case 'choose':
      return submit()
    case 'confirm':
      return press('CONFIRM')
    case 'withdraw':
      return press('CANCEL')
    case 'retry':
      return retry(step.id)
    case 'replace':
      return attach(step.id, `${step.id}-2.pdf`)
    case 'end-creation':
      return creations.shift()?.settle(step.isSuccess ? ok(RECEIPT) : err(REFUSED))
    case 'end-upload':
      return uploads.shift()?.settle(step.isSuccess ? null : CUT)
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
      ({ status, failure }) => status === 'failed' && failure !== CUT,
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
