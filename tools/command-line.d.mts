import type { parseArgs } from 'node:util'

export function refuseCommandLine(message: string): never
export const readCommandLine: typeof parseArgs
export function readCount(option: string, value: string): number
