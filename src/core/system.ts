/**
 * The ports of a face without a page, such as a terminal or a worker: clock, timers, console, and
 * the solver of the proof of work. They work in Node, in browsers and in workers.
 */
export { createSystemClock, createSystemTimers } from '#src/adapters/system/clock.ts'
export { createConsoleLog } from '#src/adapters/system/console-log.ts'
export { createHeadlessIdentity, createHeadlessImc, createHeadlessPorts } from '#src/adapters/system/headless-ports.ts'
export { solveProofOfWork } from '#src/adapters/system/proof-of-work.ts'
