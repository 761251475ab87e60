import { cleanup, render, screen } from '@testing-library/react'
import { useMachine } from '@xstate/react'
import { StrictMode, useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import { createRefreshMachine } from '#src/domain/live/refresh-machine.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

afterEach(cleanup)

const GIVEN_UP: Record<string, () => Result<string, string>> = {
  'with an error result': () => err('unreachable'),
  'by throwing': () => {
    throw new DOMException('aborted', 'AbortError')
  },
}

/** Creates a load that succeeds at once. An aborted load ends with `giveUp`. */
function createGateway(giveUp: () => Result<string, string> = () => err('unreachable')) {
  const signals: AbortSignal[] = []
  const load = async (signal: AbortSignal): Promise<Result<string, string>> => {
    signals.push(signal)
    await new Promise(setImmediate)
    return signal.aborted ? giveUp() : ok('4.102,35')
  }
  return { signals, load }
}

function Panel({ load }: { readonly load: (signal: AbortSignal) => Promise<Result<string, string>> }) {
  const [machine] = useState(() => createRefreshMachine<string, string>())
  const [{ value, context }] = useMachine(machine, {
    input: { load, interval: 60_000, now: () => 0, visible: true, online: true },
  })
  return (
    <p role="status">
      {value} {context.value} {context.failures}
    </p>
  )
}

test.each(Object.entries(GIVEN_UP))(
  'under StrictMode a load aborted %s is not counted as a failure',
  async (_, end) => {
    const { signals, load } = createGateway(end)
    render(
      <StrictMode>
        <Panel load={load} />
      </StrictMode>,
    )
    await screen.findByText('waiting 4.102,35 0')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  },
)

test('an unmounted panel aborts its load', async () => {
  const { signals, load } = createGateway()
  const { unmount } = render(<Panel load={load} />)
  unmount()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})
