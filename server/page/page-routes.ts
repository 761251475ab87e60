import type { FastifyInstance, FastifyReply } from 'fastify'

import { matchesEtag } from '#server/http/prepared-reply.ts'
import type { PreviewPrice } from '#server/market/preview-price.ts'
import { PICTURE_PATH } from '#server/page/head-tags.ts'
import { NO_PICTURE } from '#server/page/messages.ts'
import { PICTURE_INTERVAL_MS, type PictureCache } from '#server/page/picture-cache.ts'
import { ROBOTS_PATH, robotsText, SITEMAP_PATH, sitemapXml } from '#server/page/site-files.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

interface PageRoutesParts {
  /** The public URL of the portal, without a final slash. */
  readonly publicUrl: () => string
  readonly previewPrice: () => PreviewPrice | null
  readonly pictures: PictureCache
}

const HOUR_S = 3_600
const PUBLIC = { config: { access: 'public' } } as const

const sendText = (reply: FastifyReply, type: string, body: string) =>
  reply.header('cache-control', `public, max-age=${HOUR_S}`).type(`${type}; charset=utf-8`).send(body)

/** Adds the routes of robots.txt, the sitemap and the picture of shared links. */
export function registerPageRoutes(app: FastifyInstance, { publicUrl, previewPrice, pictures }: PageRoutesParts): void {
  app.get(ROBOTS_PATH, PUBLIC, (_request, reply) => sendText(reply, 'text/plain', robotsText(publicUrl())))

  app.get(SITEMAP_PATH, PUBLIC, (_request, reply) =>
    sendText(reply, 'application/xml', sitemapXml(publicUrl(), previewPrice()?.time ?? null)),
  )

  app.get(PICTURE_PATH, PUBLIC, async (request, reply) => {
    const picture = await pictures.load()
    if (picture === null) {
      reply.code(503).header('retry-after', String(PICTURE_INTERVAL_MS / SECOND_MS))
      return reply.send({ message: NO_PICTURE })
    }
    // Other sites may embed the picture.
    reply.headers({
      etag: picture.etag,
      'cache-control': `public, max-age=${PICTURE_INTERVAL_MS / SECOND_MS}`,
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (matchesEtag(request.headers['if-none-match'], picture.etag)) return reply.code(304).send()
    return reply.type('image/png').send(picture.png)
  })
}
