import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createEventReader, MAX_EVENT_LENGTH } from '#src/adapters/http/market/event-stream.ts'
import { anyText } from '#tests/support/texts.ts'

const readEvents = (text: string) => createEventReader().read(text)

test.each([
  ['name, id and data', 'id: 7\nevent: deal\ndata: {}\n\n', [{ id: '7', name: 'deal', data: '{}' }]],
  ['no name', 'data: a\n\n', [{ id: null, name: 'message', data: 'a' }]],
  ['two lines of data', 'data: a\ndata: b\n\n', [{ id: null, name: 'message', data: 'a\nb' }]],
  ['no space after the colon', 'event:deal\ndata:  a\n\n', [{ id: null, name: 'deal', data: ' a' }]],
  ['unknown fields', 'retry: 3000\n\nfoo\ndata: a\n\n', [{ id: null, name: 'message', data: 'a' }]],
  ['a null character in its id', 'id: a\0b\ndata: a\n\n', [{ id: null, name: 'message', data: 'a' }]],
  [
    // The reader buffers the final carriage return, so the second event is unfinished.
    'line ends of every kind',
    'data: a\r\ndata: b\rdata: c\n\r\ndata: d\r\r',
    [{ id: null, name: 'message', data: 'a\nb\nc' }],
  ],
])('the reader reads an event with %s', (_, text, events) => {
  expect(readEvents(text)).toEqual(events)
})

test.each([
  ['an event without data', 'event: deal\n\n'],
  ['comments only', ': still here\n\n:\n\n'],
  ['an unfinished event', 'data: a\n'],
])('the reader returns no event for %s', (_, text) => {
  expect(readEvents(text)).toEqual([])
})

test('an event does not inherit the id of the previous event', () => {
  expect(readEvents('id: 1\ndata: a\n\ndata: b\n\n')).toEqual([
    { id: '1', name: 'message', data: 'a' },
    { id: null, name: 'message', data: 'b' },
  ])
})

test('the reader buffers a carriage return at the end of a chunk', () => {
  const reader = createEventReader()
  expect([reader.read('data: a\r\n\r'), reader.read('\ndata: b\n\n')]).toEqual([
    [],
    [
      { id: null, name: 'message', data: 'a' },
      { id: null, name: 'message', data: 'b' },
    ],
  ])
})

const field = fc
  .tuple(fc.constantFrom('id: ', 'event: ', 'data: ', 'data:', ': ', 'x', ''), anyText)
  .map((parts) => parts.join(''))
const stream = fc
  .array(fc.tuple(field, fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\r\r')), { maxLength: 30 })
  .map((lines) => lines.flat().join(''))

test('the reader returns the same events for any chunks of a stream', () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat(200), { maxLength: 10 }), (text, cuts) => {
      const reader = createEventReader()
      const positions = [
        0,
        ...cuts.filter((cut) => cut < text.length).toSorted((one, other) => one - other),
        text.length,
      ]
      const chunks = positions.slice(1).map((end, i) => text.slice(positions[i], end))
      // The reader buffers a final carriage return until the next character, here a line feed.
      const events = [...chunks, '\n'].flatMap((chunk) => reader.read(chunk) ?? [])
      expect(events).toEqual(readEvents(`${text}\n`))
    }),
    { numRuns: 500 },
  )
})

test('the reader accepts an unfinished event of the maximum length', () => {
  expect(readEvents('data: '.padEnd(MAX_EVENT_LENGTH, 'x'))).toEqual([])
})

test('the reader returns null when an unfinished event exceeds the maximum length', () => {
  expect(readEvents('data: '.padEnd(MAX_EVENT_LENGTH + 1, 'x'))).toBeNull()
})

test('the reader returns null when many short lines of one event exceed the maximum length', () => {
  const reader = createEventReader()
  const chunk = `${'data: x\n'.repeat(10_000)}`
  const reads = Array.from({ length: 20 }, () => reader.read(chunk))
  expect([reads[0], reads.at(-1)]).toEqual([[], null])
})
