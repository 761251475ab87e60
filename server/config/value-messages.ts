/** Error texts of settings that several areas have; each follows the name of its setting. */
export const PORT_MESSAGE = 'debe ser un número entero de 0 a 65535'
export const ON_OFF_MESSAGE = 'debe ser on u off'
