import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { createCaller } from '#src/application/platform/flow.ts'
import type { AuditFilter, AuditLine, AuditPage, AuditQuery } from '#src/domain/imc/audit/audit.ts'
import { type AuditEvent, auditMachine, isReversed } from '#src/domain/imc/audit/audit-machine.ts'
import { ok } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { createOpenCalls, toCall } from '#tests/support/open-calls.ts'

const PAGES = 4
const NO_FILTER: AuditFilter = { kind: 'all', person: '', action: null, from: null, until: null }
const DATES = { from: '2026-11-20', until: '2026-11-10' } as const

/** One line per page; its id names the filter and the page. */
function createPage({ person, after }: AuditQuery): AuditPage {
  const number = Number(after ?? 1)
  const line: AuditLine = {
    id: `${person}/${number}`,
    at: null,
    person,
    action: null,
    actionText: '',
    target: '',
    before: {},
    after: {},
    requestId: '',
  }
  return { lines: [line], next: number < PAGES ? `${number + 1}` : null }
}

const createIds = (person: string, pages: number) => Array.from({ length: pages }, (_, page) => `${person}/${page + 1}`)

/** Starts the machine over a service that the test answers for. */
function startAudit(pages: number) {
  const clock = new SimulatedClock()
  const loads = createOpenCalls<AuditQuery, AuditPage>()
  const files: (readonly string[])[] = []
  const call = createCaller({ clock, log: { error: () => {} } })
  const machine = auditMachine.provide({
    actors: {
      loadPage: call(toCall(loads)),
      save: call(async (lines) => {
        files.push(lines.map(({ id }) => id))
        return ok(true)
      }),
    },
  })
  const actor = createActor(machine, { clock, input: { filter: NO_FILTER, pages } }).start()
  return {
    clock,
    loads,
    files,
    actor,
    ids: () => actor.getSnapshot().context.loaded?.lines.map(({ id }) => id) ?? null,
  }
}

type Audit = ReturnType<typeof startAudit>

const isFromOnePerson = (ids: readonly string[]) => {
  const person = ids[0]?.split('/')[0] ?? ''
  return JSON.stringify(ids) === JSON.stringify(createIds(person, ids.length))
}

/** Lists the broken rules. */
function findBrokenRules({ loads, files, actor, ids }: Audit) {
  const { value, context } = actor.getSnapshot()
  const isDownloading = typeof value.download === 'object' && value.download.preparing === 'loading'
  const expectedLoads = (value.lines === 'loading' ? 1 : 0) + (isDownloading ? 1 : 0)
  return Object.entries({
    'loads run that no region waits for': loads.running().length !== expectedLoads,
    'the lines are pages of several filters, or not in order': !isFromOnePerson(ids() ?? []),
    'a file has lines of several filters, or a gap': !files.every(isFromOnePerson),
    'an invalid filter is sent': loads.all.some(({ request }) => isReversed(request)),
    'the shown lines have another filter':
      value.lines === 'idle' && value.typing === 'ended' && context.loaded?.filter.person !== context.loadFilter.person,
    'fewer pages are shown than wanted':
      value.lines === 'idle' && Number(context.loaded?.pages) < Math.min(PAGES, context.wantedPages),
  }).flatMap(([rule, isBroken]) => (isBroken ? [rule] : []))
}

const command = (name: string, act: (audit: Audit) => void | Promise<void>) => ({
  check: () => true,
  run: async (_: object, audit: Audit) => {
    await act(audit)
    await flushPromises()
    expect(findBrokenRules(audit)).toEqual([])
  },
  toString: () => name,
})

const send = (event: AuditEvent) => command(JSON.stringify(event), ({ actor }) => actor.send(event))
const wait = (ms: number) => command(`wait ${ms}`, ({ clock }) => clock.increment(ms))

const replyToFirst = (isOk: boolean) =>
  command(isOk ? 'reply' : 'failure', async ({ loads }) => {
    const [load] = loads.running()
    await (isOk ? load?.succeed(createPage(load.request)) : load?.fail('timeout'))
  })

async function replyToAll({ clock, loads }: Audit) {
  clock.increment(300)
  for (let open = loads.running(); open.length > 0; open = loads.running())
    for (const load of open) await load.succeed(createPage(load.request))
}

const anyPerson = fc.constantFrom('ana', 'beto', '')
const anyChange = fc.oneof(
  anyPerson.map((person) => ({ person })),
  fc.constantFrom({ from: DATES.from }, { until: DATES.until }, { from: null }, { until: null }),
) as fc.Arbitrary<Partial<AuditFilter>>

const anyCommands = fc.commands(
  [
    fc.tuple(anyChange, fc.constantFrom(0, 300)).map(([change, pause]) => send({ type: 'FILTER', change, pause })),
    fc
      .tuple(anyPerson, fc.integer({ min: 1, max: PAGES + 1 }))
      .map(([person, pages]) => send({ type: 'APPLY', filter: { ...NO_FILTER, person }, pages })),
    fc.constantFrom('SHOW_MORE' as const, 'RETRY' as const, 'DOWNLOAD' as const).map((type) => send({ type })),
    fc.boolean().map(replyToFirst),
    fc.constant(replyToFirst(true)),
    fc.constantFrom(0, 1, 299, 300).map(wait),
  ],
  { maxCommands: 50, size: 'max' },
)

test('the audit never mixes filters and ends with the wanted pages after any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: PAGES }), anyCommands, async (pages, commands) => {
      const audit = startAudit(pages)
      await fc.asyncModelRun(() => ({ model: {}, real: audit }), commands)
      audit.actor.send({ type: 'APPLY', filter: { ...NO_FILTER, person: 'eva' }, pages: 2 })
      await replyToAll(audit)
      expect(audit.ids()).toEqual(createIds('eva', 2))
      audit.actor.send({ type: 'DOWNLOAD' })
      await replyToAll(audit)
      await flushPromises()
      expect(audit.files.at(-1)).toEqual(createIds('eva', PAGES))
      audit.actor.stop()
      expect(audit.loads.running()).toEqual([])
    }),
    { numRuns: 200 },
  )
})
