import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createImcArea, type ImcArea } from '#src/application/areas.ts'
import { waitUntil } from '#src/application/platform/readable.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { renderTimeline, wrapText } from '#src/terminal/timeline-frame.ts'

async function openEntity(): Promise<ImcArea> {
  const ports = createMemoryPorts()
  const imc = createImcArea({ ...ports, ...ports.imc })
  const login = imc.createLogin()
  login.subscribe()
  login.submit({ entity: 'ANDINA', username: 'admin', password: DEMO_PASSWORD })
  await waitUntil(login, ({ busy }) => !busy)
  return imc
}

async function loadRequest(number: number) {
  const imc = await openEntity()
  const { rows } = await waitUntil(imc.createRequests(''), ({ rows: { value } }) => value !== null)
  const { detail, timeline } = await waitUntil(
    imc.createRequest(rows.value?.[number]?.id ?? ''),
    (state) => state.detail.value !== null,
  )
  return { detail: detail.value ?? expect.fail('no request'), timeline }
}

const OPTIONS = { notice: null, size: [80, 24] as const, hasKeys: true }

test('a request fits 80 by 24 and shows its reference, its subject and its steps', async () => {
  const { detail, timeline } = await loadRequest(0)
  const lines = renderTimeline(detail, timeline, OPTIONS)
  expect(lines.length).toBeLessThan(24)
  for (const line of lines) expect([...line].length).toBeLessThanOrEqual(80)
  expect(lines[0]).toContain(detail.reference)
  for (const { title } of timeline) expect(lines.join('\n')).toContain(title)
  expect(lines.at(-1)).toBe('q: salir')
})

test('a correction and its rejected request name each other (D90)', async () => {
  const { detail, timeline } = await loadRequest(0)
  const other = { id: 'sol-00421', reference: 'S-2026-00421' }
  expect(renderTimeline({ ...detail, corrects: other }, timeline, OPTIONS)).toContain('Corrige S-2026-00421')
  expect(renderTimeline({ ...detail, correction: other }, timeline, OPTIONS)).toContain('Corregida en S-2026-00421')
})

test('a low terminal shows the steps without their descriptions', async () => {
  const { detail, timeline } = await loadRequest(0)
  const lines = renderTimeline(detail, timeline, { ...OPTIONS, size: [80, 8] })
  expect(lines.length).toBeLessThanOrEqual(8)
  for (const { title } of timeline) expect(lines.join('\n')).toContain(title)
})

test.each([
  ['uno dos tres', 7, ['uno dos', 'tres']],
  ['unapalabralarga', 6, ['unapa…']],
  ['', 6, []],
])('wrapText breaks "%s" at %i characters', (text, width, lines) => {
  expect(wrapText(text, width)).toEqual(lines)
})
