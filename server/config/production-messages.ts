/** Messages for settings that production refuses. Each follows the name of the variable. */
export const PRODUCTION_REFUSALS = {
  noPublicUrl:
    'es obligatoria en producción: la dirección del portal que ven los usuarios, como https://portal.example',
  plainPublicUrl: 'debe ser https en producción, salvo en localhost: las sesiones y las claves viajarían sin cifrar',
  noMail:
    'es obligatoria en producción: el servidor de correo, como smtps://usuario:clave@servidor:465; para escribir los mensajes en archivos, indique MAIL=files',
  proxyCount:
    'debe tener en producción las direcciones de los proxies, como 10.0.0.5 o 10.0.0.0/8, y no su número: con un número, un visitante puede fingir su dirección',
  demoClock:
    'debe ser real en producción con MARKET_SOURCE=ingest o csv:ARCHIVO: con otro reloj, los visitantes no verían las operaciones con 15 minutos de retraso',
} as const
