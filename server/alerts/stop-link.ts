import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { AlertStore } from '#server/alerts/alert-store.ts'
import { ruleText } from '#server/alerts/messages.ts'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { acceptForms } from '#server/http/form-body.ts'
import { HTML_TYPE } from '#server/http/headers.ts'
import { BASE_STYLE, escapeMarkup, renderPlainPage, toPlainPagePolicy } from '#server/http/html.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { htmlReply, replies, TAGS } from '#server/http/route-schema.ts'
import { stopQuery } from '#src/adapters/http/contract/alerts/alerts.ts'
import { ALERT_PATHS } from '#src/adapters/http/contract/paths.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The link of a mail that stops an alert without a session: signed, and of no other use. */
export interface StopLinks {
  toUrl(alertId: string): string
  isValid(alertId: string, signature: string): boolean
}

export function createStopLinks(key: string, publicUrl: () => string): StopLinks {
  const sign = (alertId: string) => createHmac('sha256', key).update(`alert-stop ${alertId}`).digest('base64url')
  return {
    toUrl: (alertId) =>
      `${publicUrl()}${MARKET_BASE}${ALERT_PATHS.stop}?${new URLSearchParams({ alerta: alertId, firma: sign(alertId) })}`,
    isValid(alertId, signature) {
      const [expected, given] = [Buffer.from(sign(alertId)), Buffer.from(signature)]
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}

const STYLE = `${BASE_STYLE}main{max-width:560px;margin:0 auto;padding:48px 16px}
button{font:inherit;min-height:44px;padding:8px 20px;border:0;border-radius:4px;background:var(--accent);color:var(--on);cursor:pointer}`
const POLICY = toPlainPagePolicy(STYLE, "'self'")

const toPage = (title: string, body: string) =>
  renderPlainPage(
    title,
    STYLE,
    `<main><h1>${escapeMarkup(title)}</h1>${body}<p><a href="${SCREENS.alerts.path}">Mis alertas</a></p></main>`,
  )

const UNKNOWN = toPage('El enlace no es válido', '<p>La alerta no existe o el enlace está incompleto.</p>')

const STOPPED = toPage('La alerta está detenida', '<p>Puede activarla de nuevo en Mis alertas.</p>')

const sendPage = (reply: FastifyReply, status: 200 | 404, html: string) =>
  reply.code(status).header('content-security-policy', POLICY).type(HTML_TYPE).send(html)

interface StopRouteDeps {
  readonly store: Pick<AlertStore, 'findOwner' | 'setStatus'>
  readonly links: StopLinks
  readonly lastLine: () => number
  readonly now: () => Instant
}

/**
 * Adds the page of the link and its POST. Programs that check the links of a mail open it: only the
 * button or the mail program's own POST stops the alert (RFC 8058).
 */
export async function registerStopRoute(app: FastifyInstance, deps: StopRouteDeps): Promise<void> {
  const { store, links, lastLine, now } = deps
  await acceptForms(app)
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const schema = { tags: [TAGS.alerts], querystring: stopQuery, response: replies(htmlReply('Una página')) }
  const config = { access: 'public' } as const

  const find = async ({ alerta, firma }: { readonly alerta: string; readonly firma: string }) =>
    links.isValid(alerta, firma) ? store.findOwner(alerta) : null

  calls.get(
    ALERT_PATHS.stop,
    { config, schema: { ...schema, summary: 'La página del enlace que detiene una alerta' } },
    async (request, reply) => {
      const found = await find(request.query)
      if (found === null) return sendPage(reply, 404, UNKNOWN)
      const action = escapeMarkup(request.url)
      const body = `<p>${escapeMarkup(ruleText(found.rule))}</p><form method="post" action="${action}"><button>Detener esta alerta</button></form>`
      return sendPage(reply, 200, toPage('Detener una alerta', body))
    },
  )

  calls.post(
    ALERT_PATHS.stop,
    {
      config,
      schema: { ...schema, summary: 'Detiene la alerta del enlace, también con un clic del programa de correo' },
    },
    async (request, reply) => {
      const found = await find(request.query)
      if (found === null) return sendPage(reply, 404, UNKNOWN)
      const { alerta } = request.query
      const at = now()
      await store.setStatus(alerta, 'stopped', {
        clientId: found.clientId,
        afterLine: lastLine(),
        at,
        toEntry: (action, target) => ({
          ...toAuditStamp(request, at),
          realm: 'client',
          subjectId: found.clientId,
          subjectName: null,
          entityId: null,
          action,
          target,
        }),
      })
      return sendPage(reply, 200, STOPPED)
    },
  )
}
