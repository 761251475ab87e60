/**
 * Loaded into the measured server before its own code: measures the longest stop of the event loop
 * in processor time, which other programs of the machine do not lengthen. `GET /` of the port
 * LOOP_CPU_PORT returns it, in milliseconds, and starts again.
 */
import { createServer } from 'node:http'

const INTERVAL_MS = 1
let longest = 0
let last = process.cpuUsage()

function measure() {
  const used = process.cpuUsage(last)
  longest = Math.max(longest, (used.user + used.system) / 1_000)
  last = process.cpuUsage()
  setTimeout(measure, INTERVAL_MS).unref()
}

if (process.env.LOOP_CPU_PORT !== undefined) {
  measure()
  createServer((_request, reply) => {
    reply.end(String(longest))
    longest = 0
  })
    .listen(Number(process.env.LOOP_CPU_PORT), '127.0.0.1')
    .unref()
}
