/** The message of the server, as JSON. */
interface PushMessage {
  readonly titulo: string
  readonly texto: string
  /** A message with the same tag replaces the notification. */
  readonly etiqueta: string
  /** The path of the page that a click opens. */
  readonly direccion: string
}

/** For a message that cannot be read: browsers require a notification for each push. */
const UNKNOWN_MESSAGE: PushMessage = {
  titulo: 'Mercado Dólar',
  texto: 'Tiene un aviso nuevo de sus alertas.',
  etiqueta: 'alertas',
  direccion: '/dashboard/alertas/',
}

const ICON = '/icons/icon-192.png'

interface PushNoticesDeps {
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  readonly clients: PageClients
  /** Origin of the portal. */
  readonly origin: string
}

/** The open pages of the portal. */
export interface PageClients {
  matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly PageClient[]>
  openWindow(url: string): Promise<unknown>
}

interface PageClient {
  readonly url: string
  focus(): Promise<unknown>
}

interface PushNotices {
  /** Shows the notification of a message. */
  show(text: string | undefined): Promise<void>
  /** Opens the page of a notification, or shows the window that has it. */
  open(data: unknown): Promise<void>
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function parseMessage(text: string | undefined): PushMessage {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (typeof value !== 'object' || value === null) return UNKNOWN_MESSAGE
    const { titulo, texto, etiqueta, direccion } = value as Partial<Record<keyof PushMessage, unknown>>
    const isWhole = isText(titulo) && isText(texto) && isText(etiqueta) && isText(direccion)
    return isWhole ? { titulo, texto, etiqueta, direccion } : UNKNOWN_MESSAGE
  } catch {
    return UNKNOWN_MESSAGE
  }
}

/** Shows the push messages of alerts (D125), and opens the market of an alert. */
export function createPushNotices({ registration, clients, origin }: PushNoticesDeps): PushNotices {
  /** The address of a page of the portal; that of the alerts for any other. */
  function toUrl(path: unknown): string {
    const url = isText(path) && URL.canParse(path, origin) ? new URL(path, origin) : null
    return url?.origin === origin ? url.href : new URL(UNKNOWN_MESSAGE.direccion, origin).href
  }

  return {
    show(text) {
      const { titulo, texto, etiqueta, direccion } = parseMessage(text)
      return registration.showNotification(titulo, {
        ...{ body: texto, tag: etiqueta, data: direccion, lang: 'es-CO', icon: ICON, badge: ICON },
      })
    },

    async open(data) {
      const url = toUrl(data)
      const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
      const page = pages.find((candidate) => candidate.url.startsWith(url))
      await (page === undefined ? clients.openWindow(url) : page.focus())
    },
  }
}
