import { expect, onTestFinished, test, vi } from 'vitest'

import { addAlerts, checkAlerts, runProgram, startProgram } from '#bench/alerts/trial.ts'
import { openDatabase } from '#server/database/connection.ts'
import { bundleProgram } from '#tests/support/bundle-program.ts'
import { ENGINES, migratedLocation } from '#tests/support/databases.ts'

vi.setConfig({ testTimeout: 120_000 })

const [ALERTS, DEALS, KILLS] = [100, 400, 4]
const program = await bundleProgram('bench/alerts/program.ts')

test.each(ENGINES)(
  'on %s a server that is killed while alerts fire reports each crossing once (D125)',
  async (engine) => {
    const location = await migratedLocation(engine)
    const opened = await openDatabase(location)
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    onTestFinished(() => opened.value.close())
    await addAlerts(opened.value, ALERTS)
    const start = () => startProgram([program], { location, deals: DEALS })
    for (let kill = 0; kill < KILLS; kill += 1) await runProgram(start, 4 + ((kill * 7) % 13))
    await runProgram(start, null)
    const { fired, defects } = await checkAlerts(opened.value, ALERTS)
    expect(defects).toEqual([])
    expect(fired).toBeGreaterThan(0)
  },
)
