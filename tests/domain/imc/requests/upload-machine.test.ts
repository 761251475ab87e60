import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { createMemoryLog } from '#src/adapters/memory/platform.ts'
import { createCaller } from '#src/application/platform/flow.ts'
import type { AttachedFile, UploadFailure } from '#src/domain/attachment.ts'
import { toMissing, toWaiting, type Upload, uploadMachine } from '#src/domain/imc/requests/upload-machine.ts'
import { ok } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const toFile = (name: string): AttachedFile => ({
  name,
  size: 1,
  type: 'application/pdf',
  arrayBuffer: async () => new ArrayBuffer(1),
})

/** Starts the machine for an existing request; uploads succeed. */
function startUploads(missing: readonly string[]) {
  const uploads: string[] = []
  const ends: string[] = []
  const call = createCaller({ clock: { now: () => 0 }, log: createMemoryLog() })
  const machine = uploadMachine.provide({
    actors: {
      uploadDocument: call<Upload, UploadFailure | null>(async ({ receipt, file }) => {
        uploads.push(`${receipt.id} ${file.name}`)
        return ok(null)
      }),
    },
    actions: { notifyDone: () => ends.push('done') },
  })
  const actor = createActor(machine, {
    input: { receipt: { id: 'sol-1', reference: 'S-1' }, files: missing.map(toMissing) },
  })
  actor.start()
  const statuses = () => Object.fromEntries(actor.getSnapshot().context.files.map(({ id, status }) => [id, status]))
  return { actor, uploads, ends, statuses }
}

test('the documents of an existing request are uploaded when they are attached', async () => {
  const { actor, uploads, ends, statuses } = startUploads(['a', 'b'])
  actor.send({ type: 'RETRY', id: 'a', at: 0 })
  expect(uploads).toEqual([])
  actor.send({ type: 'ATTACH', id: 'b', file: toFile('b.pdf'), at: 0 })
  await flushPromises()
  expect(statuses()).toEqual({ a: 'missing', b: 'uploaded' })
  expect(actor.getSnapshot().matches('incomplete')).toBe(true)
  actor.send({ type: 'ATTACH', id: 'a', file: toFile('a.pdf'), at: 0 })
  await flushPromises()
  expect(actor.getSnapshot().output?.files.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'a uploaded',
    'b uploaded',
  ])
  expect(uploads).toEqual(['sol-1 b.pdf', 'sol-1 a.pdf'])
  expect(ends).toEqual(['done'])
})

test('a request without missing documents is done at once', () => {
  const { actor, ends } = startUploads([])
  expect(actor.getSnapshot().matches('done')).toBe(true)
  expect(ends).toEqual(['done'])
})

/** Starts the machine with documents that wait, and with `failures` as the answers in their order. */
function startQueue(...failures: readonly (UploadFailure | null)[]) {
  const answers = [...failures]
  const sent: string[] = []
  const call = createCaller({ clock: { now: () => 0 }, log: createMemoryLog() })
  const machine = uploadMachine.provide({
    actors: {
      uploadDocument: call<Upload, UploadFailure | null>(async ({ id }) => {
        sent.push(id)
        return ok(answers.shift() ?? null)
      }),
    },
    actions: { notifyDone: () => {} },
  })
  const files = ['a', 'b', 'c'].map((id) => toWaiting({ id, file: toFile(`${id}.pdf`) }))
  const actor = createActor(machine, { input: { receipt: { id: 'sol-1', reference: 'S-1' }, files } })
  actor.start()
  const statuses = () => actor.getSnapshot().context.files.map(({ status }) => status)
  return { actor, sent, statuses }
}

const UNANSWERED: readonly UploadFailure[] = [
  { kind: 'timeout' },
  { kind: 'unreachable' },
  { kind: 'malformed' },
  { kind: 'crashed' },
  { kind: 'server-error', status: 500, message: null },
]

// «in reassign a thrown upload error shows the support message and stops»
test.each(UNANSWERED)('an upload without an answer ($kind) stops the sequence (§8, D85)', async (failure) => {
  const { actor, sent, statuses } = startQueue(null, failure)
  await flushPromises()
  expect(sent).toEqual(['a', 'b'])
  expect(statuses()).toEqual(['uploaded', 'failed', 'unsent'])
  actor.send({ type: 'RETRY', id: 'b', at: 0 })
  await flushPromises()
  expect(sent).toEqual(['a', 'b', 'b', 'c'])
  expect(actor.getSnapshot().matches('done')).toBe(true)
})

const OWN_FAULTS: readonly UploadFailure[] = [
  { kind: 'rejected', status: 400, message: 'Archivo no valido!!' },
  { kind: 'unreadable' },
]

test.each(OWN_FAULTS)('a document that is $kind does not stop the next one (D85)', async (failure) => {
  const { sent, statuses } = startQueue(failure)
  await flushPromises()
  expect(sent).toEqual(['a', 'b', 'c'])
  expect(statuses()).toEqual(['failed', 'uploaded', 'uploaded'])
})

test('another document for an unsent one resumes the sequence (D85)', async () => {
  const { actor, sent, statuses } = startQueue({ kind: 'timeout' })
  await flushPromises()
  expect(statuses()).toEqual(['failed', 'unsent', 'unsent'])
  actor.send({ type: 'ATTACH', id: 'c', file: toFile('other.pdf'), at: 0 })
  await flushPromises()
  expect(sent).toEqual(['a', 'b', 'c'])
  expect(statuses()).toEqual(['failed', 'uploaded', 'uploaded'])
})
