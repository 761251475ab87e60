/**
 * Returns the CPU time of a synchronous action in ms. A busy machine increases the duration of the
 * action, but not its CPU time.
 */
export function measureCpuMs(action: () => void): number {
  const start = process.cpuUsage()
  action()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
