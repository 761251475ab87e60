/** Returns the CPU time of a synchronous action in ms. Unlike its duration, a busy machine does not increase it. */
export function measureCpuMs(action: () => void): number {
  const start = process.cpuUsage()
  action()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
