/** Error texts of the settings of the feeds; each follows the name of its setting. */
export const FEEDS_SETTING_MESSAGES = {
  TRM_URL:
    'debe ser la dirección http(s) de los datos abiertos de la TRM, como https://www.datos.gov.co/resource/32sa-8pi3.json',
  NEWS_URL: 'debe ser la dirección http(s) de un canal RSS o Atom',
  QUOTES_CONFIG: 'debe ser un archivo JSON con los proveedores de divisas, acciones e índices',
} as const
