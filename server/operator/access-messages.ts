import { PORT_MESSAGE } from '#server/config/parse-settings.ts'
import { hideCredentials } from '#src/domain/url-credentials.ts'

export const NO_OPERATOR_KEY = 'Indique la clave del operador en OPERATOR_KEY; debe ser la misma del servidor.'

export const formatInvalidUrl = (url: string): string =>
  `OPERATOR_URL no es la dirección de un servidor, como http://localhost:3000: ${hideCredentials(url)}`

export const formatInvalidPort = (port: string): string => `PORT ${PORT_MESSAGE}: ${port}`
