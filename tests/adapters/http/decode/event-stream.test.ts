import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createEventReader, MAX_EVENT_LENGTH } from '#src/adapters/http/decode/event-stream.ts'
import { anyText } from '#tests/support/texts.ts'

const whole = (text: string) => createEventReader().read(text)

test.each([
  ['name, id and data', 'id: 7\nevent: deal\ndata: {}\n\n', [{ id: '7', name: 'deal', data: '{}' }]],
  ['no name', 'data: a\n\n', [{ id: null, name: 'message', data: 'a' }]],
  ['no data', 'event: deal\n\n', []],
  ['nothing but comments', ': still here\n\n:\n\n', []],
  ['two lines of data', 'data: a\ndata: b\n\n', [{ id: null, name: 'message', data: 'a\nb' }]],
  ['no space after the colon', 'event:deal\ndata:  a\n\n', [{ id: null, name: 'deal', data: ' a' }]],
  ['fields that nobody knows', 'retry: 3000\n\nfoo\ndata: a\n\n', [{ id: null, name: 'message', data: 'a' }]],
  ['a null in its id', 'id: a\0b\ndata: a\n\n', [{ id: null, name: 'message', data: 'a' }]],
  [
    'the id of the event before',
    'id: 1\ndata: a\n\ndata: b\n\n',
    [
      { id: '1', name: 'message', data: 'a' },
      { id: null, name: 'message', data: 'b' },
    ],
  ],
  [
    'line ends of every kind',
    'data: a\r\ndata: b\rdata: c\n\r\ndata: d\r\r',
    [{ id: null, name: 'message', data: 'a\nb\nc' }],
  ],
  ['no end', 'data: a\n', []],
])('an event with %s', (_, text, events) => {
  expect(whole(text)).toEqual(events)
})

test('a carriage return at the end is a line end once more is there', () => {
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

test('wherever a stream is cut into pieces, the events are the same', () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat(200), { maxLength: 10 }), (text, cuts) => {
      const reader = createEventReader()
      const places = [
        0,
        ...cuts.filter((place) => place < text.length).toSorted((one, other) => one - other),
        text.length,
      ]
      const pieces = places.slice(1).map((place, i) => text.slice(places[i], place))
      // the last line end may be half of one: what follows settles it
      const told = [...pieces, '\n'].flatMap((piece) => reader.read(piece) ?? [])
      expect(told).toEqual(whole(`${text}\n`))
    }),
    { numRuns: 500 },
  )
})

test.each([
  [MAX_EVENT_LENGTH - 6, []],
  [MAX_EVENT_LENGTH - 5, null],
])('an event that goes on for %i characters more', (length, read) => {
  expect(whole(`data: ${'x'.repeat(length)}`)).toEqual(read)
})

test('many short lines without an end are too much too', () => {
  const reader = createEventReader()
  const piece = `${'data: x\n'.repeat(10_000)}`
  const reads = Array.from({ length: 20 }, () => reader.read(piece))
  expect([reads[0], reads.at(-1)]).toEqual([[], null])
})
