/** Error texts of the settings of accounts, sessions and mail; each follows its setting's name. */
export const IDENTITY_SETTING_MESSAGES = {
  PUBLIC_URL: 'debe ser la dirección del portal, como https://portal.example, sin ruta',
  SMTP_URL: 'debe ser la dirección de un servidor de correo, como smtps://usuario:clave@servidor:465',
  MAIL: 'debe ser smtp o files, y no files junto con SMTP_URL',
  MAIL_FROM: 'debe ser una dirección de correo, como no-responder@portal.example',
  APPLICATION_USER: 'debe ir junto con APPLICATION_PASSWORD',
  APPLICATION_PASSWORD: 'debe tener al menos 16 caracteres e ir junto con APPLICATION_USER',
  HUMAN_CHECK_SECRET: 'debe ser la clave secreta que dio el servicio de verificación de personas',
  REGISTRATION_WEBHOOK:
    'debe ser la dirección https que recibe los registros e ir junto con REGISTRATION_WEBHOOK_SECRET; http solo fuera de producción o a localhost',
  REGISTRATION_WEBHOOK_SECRET: 'debe tener al menos 16 caracteres e ir junto con REGISTRATION_WEBHOOK',
  CLOCK_OFFSET_MS: 'debe ser un número entero de milisegundos, y no se admite en producción',
} as const
