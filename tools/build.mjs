import { build } from 'vite'

for (const configFile of ['vite.config.ts', 'vite.server.config.ts']) await build({ configFile, logLevel: 'warn' })
