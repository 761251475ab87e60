/** Error texts of the settings of payments; each follows the name of its setting. */
export const PAYMENT_SETTING_MESSAGES = {
  EPAYCO_CUSTOMER: 'debe ser el número de cliente de ePayco (P_CUST_ID_CLIENTE) e ir junto con EPAYCO_KEY',
  EPAYCO_KEY: 'debe ser la clave de ePayco (P_KEY), de al menos 16 caracteres, e ir junto con EPAYCO_CUSTOMER',
} as const
