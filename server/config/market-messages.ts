import { ON_OFF_MESSAGE } from '#server/config/value-messages.ts'

/** Error texts of the settings of the market; each follows the name of its setting. */
export const MARKET_SETTING_MESSAGES = {
  MARKET_CLOCK:
    'debe ser demo, real o un instante de 2000 a 2099, como 2026-11-20T10:40 (hora de Bogotá) o 2026-11-20T10:40:00-05:00',
  MARKET_SOURCE: 'debe ser simulator, ingest o csv:ARCHIVO',
  SIM_SEED: 'debe ser un número entero de 0 a 4294967295',
  SIM_SPEED: 'debe ser un número mayor que 0 y hasta 3600, y 1 cuando MARKET_CLOCK es real',
  DEMO_DATA: ON_OFF_MESSAGE,
} as const
