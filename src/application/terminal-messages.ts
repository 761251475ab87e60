import { DEFAULT_SERVER_URL, type TerminalRefusal } from '#src/application/terminal-arguments.ts'
import { hideCredentials } from '#src/domain/url-credentials.ts'

export const TERMINAL_USAGE = `Uso: npm run terminal -- [--url URL | --demo] [--user NOMBRE]

  --url URL      el servidor (${DEFAULT_SERVER_URL} por omisión)
  --demo         el mercado simulado, sin servidor
  --user NOMBRE  ingresa con este usuario y muestra el mercado en tiempo real
  -h, --help     muestra esta ayuda`

function refusalText(refusal: Exclude<TerminalRefusal, { readonly kind: 'help' }>): string {
  switch (refusal.kind) {
    case 'unknown-argument':
      return `El argumento «${hideCredentials(refusal.text)}» no se admite.`
    case 'missing':
      return `Falta el valor de ${refusal.what}.`
    case 'demo-with-url':
      return '--demo y --url no van juntos.'
    case 'invalid-url':
      return `--url debe ser la dirección http o https de un servidor, sin ruta, como ${DEFAULT_SERVER_URL}: «${hideCredentials(refusal.url)}».`
  }
}

/** Explains refused arguments in one line. */
export const terminalRefusalMessage = (refusal: Exclude<TerminalRefusal, { readonly kind: 'help' }>): string =>
  `${refusalText(refusal)} Ayuda: npm run terminal -- --help`
