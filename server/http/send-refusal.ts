import type { FastifyReply, FastifyRequest } from 'fastify'

import { escapeMarkup } from '#server/http/escape-markup.ts'
import { HTML_TYPE } from '#server/http/media-types.ts'
import type { RefusalStatus } from '#server/http/messages.ts'
import { isApiPath } from '#server/http/paths.ts'
import { BASE_STYLE, renderPlainPage, toPlainPagePolicy } from '#server/http/plain-page.ts'

const STYLE = `${BASE_STYLE}
header{padding:12px 24px;border-bottom:1px solid var(--line);background:var(--raised)}
main{max-width:640px;margin:0 auto;padding:48px 24px 56px;overflow-wrap:anywhere}
`

const POLICY = toPlainPagePolicy(STYLE, "'none'")

/** Whether a browser opens the URL as a page: a read that accepts HTML. */
export const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true

const renderPage = (message: string) => {
  const title = message.replace(/\.$/, '')
  return renderPlainPage(
    `${title} | Mercado Dólar`,
    STYLE,
    `<header>Mercado Dólar</header><main><h1>${escapeMarkup(title)}</h1><p><a href="/">Ir al inicio</a></p></main>`,
  )
}

/**
 * Refuses a request. Outside `/api`, a browser that opens a page gets HTML. All other requests get
 * JSON (D44).
 */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  status: RefusalStatus,
  message: string,
): FastifyReply {
  reply.code(status)
  if (!isNavigation(request) || isApiPath(request.url)) return reply.send({ message })
  return reply
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store' })
    .type(HTML_TYPE)
    .send(renderPage(message))
}
