import fc from 'fast-check'
import { expect, test } from 'vitest'

import { REQUEST_KINDS, type Settlement } from '#src/domain/imc/requests/requests.ts'
import { SCREEN_STATUSES, type ScreenStatus } from '#src/domain/imc/screens/screen.ts'
import {
  canMove,
  offeredActions,
  REQUEST_MOVES,
  SCREEN_MOVES,
  type ScreenMove,
  settledStatus,
} from '#src/domain/imc/screens/screen-lifecycle.ts'

test.each([
  ['available', ['link']],
  ['assigned', ['release', 'change']],
  ['transit', []],
  [null, []],
] as const)('the status %s offers the actions %j (D30, D34)', (status, actions) => {
  expect(offeredActions(status)).toEqual(actions)
})

test.each([
  ['linking', 'approved', 'assigned'],
  ['linking', 'refused', 'available'],
  ['releasing', 'approved', 'available'],
  ['releasing', 'refused', 'assigned'],
  ['leaving', 'approved', 'available'],
  ['leaving', 'refused', 'assigned'],
  ['receiving', 'approved', 'assigned'],
  ['receiving', 'refused', 'available'],
  ['replacing', 'approved', 'assigned'],
  ['replacing', 'refused', 'assigned'],
] as const)('when the move "%s" is %s, the status of the screen becomes %s (D30, D58)', (move, settlement, status) => {
  expect(settledStatus(move, settlement)).toBe(status)
})

const START_STATUS: Readonly<Record<ScreenMove, ScreenStatus>> = {
  linking: 'available',
  receiving: 'available',
  releasing: 'assigned',
  leaving: 'assigned',
  replacing: 'assigned',
}

test('each move starts in exactly one status', () => {
  for (const move of SCREEN_MOVES) {
    expect(SCREEN_STATUSES.filter((status) => canMove(status, move))).toEqual([START_STATUS[move]])
    expect(canMove(null, move)).toBe(false)
  }
})

test('a refused request restores the start status of each screen', () => {
  for (const move of SCREEN_MOVES) expect(settledStatus(move, 'refused')).toBe(START_STATUS[move])
})

test('a screen with an open request accepts no other request (D30)', () => {
  expect(SCREEN_MOVES.filter((move) => canMove('transit', move))).toEqual([])
})

const APPROVED_STATUS: Readonly<Record<ScreenMove, ScreenStatus>> = {
  linking: 'assigned',
  receiving: 'assigned',
  releasing: 'available',
  leaving: 'available',
  replacing: 'assigned',
}

test('after any settled requests, a screen has the status of the last approved one and offers an action', () => {
  const anyRequest = fc.record({
    move: fc.constantFrom(...SCREEN_MOVES),
    settlement: fc.constantFrom<Settlement>('approved', 'refused'),
  })
  fc.assert(
    fc.property(fc.array(anyRequest), (requests) => {
      let status: ScreenStatus = 'available'
      let approved: ScreenStatus = 'available'
      for (const { move, settlement } of requests) {
        if (!canMove(status, move)) continue
        if (settlement === 'approved') approved = APPROVED_STATUS[move]
        status = settledStatus(move, settlement)
        expect(status).toBe(approved)
        expect(offeredActions(status)).not.toEqual([])
      }
    }),
  )
})

test('only a purchase has no target screen, and only a screen change has a source screen', () => {
  const kindsWithoutTarget = REQUEST_KINDS.filter((kind) => REQUEST_MOVES[kind].target === null)
  expect(kindsWithoutTarget).toEqual(['purchase'])
  expect(REQUEST_KINDS.filter((kind) => REQUEST_MOVES[kind].source !== null)).toEqual(['screen-change'])
})
