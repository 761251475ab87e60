import {
  isProduction,
  isRemotePlainHttp,
  isRemotePlainPostgres,
  isRemotePlainSmtp,
  type SettingConflict,
  type Settings,
} from '#server/config/parse-settings.ts'

/** Messages for settings that production refuses. Each follows the name of the variable. */
export const PRODUCTION_REFUSALS = {
  noPublicUrl:
    'es obligatoria en producción: la dirección del portal que ven los usuarios, como https://portal.example',
  plainPublicUrl: 'debe ser https en producción, salvo en localhost: las sesiones y las claves viajarían sin cifrar',
  noMail:
    'es obligatoria en producción: el servidor de correo, como smtps://usuario:clave@servidor:465; para escribir los mensajes en archivos, indique MAIL=files',
  plainMail:
    'debe cifrar en producción, salvo a localhost: smtps://…, o smtp://…?requireTLS=true; los mensajes llevan enlaces que dan acceso a cuentas',
  plainDatabase:
    'debe terminar en ?sslmode=verify-full si la base de datos está en otra máquina; para un certificado propio, agregue &sslrootcert=/ruta/ca.pem',
  proxyCount:
    'debe tener en producción las direcciones de los proxies, como 10.0.0.5 o 10.0.0.0/8, y no su número: con un número, un visitante puede fingir su dirección',
  demoClock:
    'debe ser real en producción con MARKET_SOURCE=ingest o csv:ARCHIVO: con otro reloj, los visitantes no verían las operaciones con 15 minutos de retraso',
} as const

const onlyInProduction = (hasConflict: (settings: Settings) => boolean) => (settings: Settings) =>
  isProduction(settings) && hasConflict(settings)

/** Sources of real deals. */
const REAL_SOURCE = /^(ingest$|csv:)/

/** Settings that a demo allows and production refuses (D60). */
export const PRODUCTION_CONFLICTS: readonly SettingConflict<
  'PUBLIC_URL' | 'SMTP_URL' | 'DATABASE_URL' | 'TRUST_PROXY' | 'MARKET_CLOCK'
>[] = [
  {
    field: 'PUBLIC_URL',
    message: PRODUCTION_REFUSALS.noPublicUrl,
    hasConflict: onlyInProduction((settings) => settings['PUBLIC_URL'] === undefined),
  },
  {
    field: 'PUBLIC_URL',
    message: PRODUCTION_REFUSALS.plainPublicUrl,
    hasConflict: onlyInProduction((settings) => isRemotePlainHttp(settings['PUBLIC_URL'] ?? '')),
  },
  {
    field: 'SMTP_URL',
    message: PRODUCTION_REFUSALS.noMail,
    hasConflict: onlyInProduction((settings) => settings['SMTP_URL'] === undefined && settings['MAIL'] !== 'files'),
  },
  {
    field: 'SMTP_URL',
    message: PRODUCTION_REFUSALS.plainMail,
    hasConflict: onlyInProduction((settings) => isRemotePlainSmtp(settings['SMTP_URL'] ?? '')),
  },
  {
    field: 'DATABASE_URL',
    message: PRODUCTION_REFUSALS.plainDatabase,
    hasConflict: onlyInProduction((settings) => isRemotePlainPostgres(settings['DATABASE_URL'] ?? '')),
  },
  {
    field: 'TRUST_PROXY',
    message: PRODUCTION_REFUSALS.proxyCount,
    hasConflict: onlyInProduction((settings) => /^\d+$/.test(settings['TRUST_PROXY'] ?? '')),
  },
  {
    // A demo clock runs ahead of or behind the deals, so visitors would not get them 15 minutes
    // late (D49).
    field: 'MARKET_CLOCK',
    message: PRODUCTION_REFUSALS.demoClock,
    hasConflict: onlyInProduction(
      (settings) => REAL_SOURCE.test(settings['MARKET_SOURCE'] ?? '') && settings['MARKET_CLOCK'] !== 'real',
    ),
  },
]
