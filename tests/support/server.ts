import type { ServerConfig } from '#server/config.ts'
import { readConfig } from '#server/config.ts'

/** The settings that these variables give; a test that gets them wrong throws. */
export function configOf(env: Readonly<Record<string, string>>): ServerConfig {
  const config = readConfig(env)
  if (!config.ok) throw new Error(JSON.stringify(config.error))
  return config.value
}
