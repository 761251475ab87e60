/** Error texts of the settings of the operator; each follows the name of its setting. */
export const OPERATOR_SETTING_MESSAGES = {
  OPERATOR_KEY: 'debe tener al menos 16 caracteres, y es obligatoria cuando MARKET_SOURCE es ingest',
  AUTO_APPROVE_AFTER: 'debe ser off o un tiempo, como 30s, 5m o 2h',
} as const
