import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { JSON_TYPE } from '#server/http/headers.ts'
import { invalidFieldMessage } from '#server/http/messages.ts'
import { matchesEtag } from '#server/http/prepared-reply.ts'
import { type ImcFailure, isScreenConflict, toStatus } from '#server/imc/failures.ts'
import { failureMessage } from '#server/imc/imc-messages.ts'
import { MAX_PAGE_ROWS, type PageQueryParams, type PageReply } from '#src/adapters/http/contract/imc/values.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Sends the failure of a call. `screens` has the current row of a conflicting screen, if any. */
export function sendFailure(reply: FastifyReply, failure: ImcFailure, screens: readonly unknown[] = []): FastifyReply {
  const body = isScreenConflict(failure) ? { data: screens } : {}
  return reply.code(toStatus(failure)).send({ message: failureMessage(failure), ...body })
}

/**
 * Sends a reply with an ETag, or 304 when the caller already has the reply. The portal polls
 * unsettled IMC requests (solicitudes) with this ETag.
 */
export function sendWithEtag(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply {
  const text = JSON.stringify(body)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  reply.header('etag', etag)
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(JSON_TYPE).send(text)
}

/** Parameters of paths that name one item. Ids are opaque: every text is valid. */
export const idParams = z.object({ id: z.string() })

// PostgreSQL refuses a NUL in a text.
const cursorSchema = z.array(z.string().check(z.refine((text) => !text.includes('\0'))))

/** Encodes a cursor. */
const toCursorText = (values: readonly string[]): string => Buffer.from(JSON.stringify(values)).toString('base64url')

/** Decodes a cursor of `length` values; null for another text. */
function parseCursor(text: string, length: number): readonly string[] | null {
  try {
    const parsed = cursorSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return parsed.success && parsed.data.length === length ? parsed.data : null
  } catch {
    return null
  }
}

/** Rows of one page; `next` is the cursor of the next page, null on the last page. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next: readonly string[] | null
}

/** The page that a query requests. */
interface RequestedPage {
  readonly limit: number
  /** The values of the cursor; null for the first page. */
  readonly after: readonly string[] | null
}

/**
 * Returns the page of a query, or the message of an invalid cursor. Returns null, the whole list,
 * for a query without any value.
 */
export function parsePage(
  query: PageQueryParams & { readonly activo?: boolean | undefined },
  cursorLength: number,
): Result<RequestedPage | null, string> {
  const { limite = MAX_PAGE_ROWS, despues } = query
  if ([query.limite, despues, query.buscar, query.activo].every((value) => value === undefined)) return ok(null)
  const after = despues === undefined ? null : parseCursor(despues, cursorLength)
  if (despues !== undefined && after === null) return err(invalidFieldMessage('despues'))
  return ok({ limit: Number(limite), after })
}

export const toPageReply = <Row, Reply>({ rows, next }: Page<Row>, toReply: (row: Row) => Reply): PageReply<Reply> => ({
  data: rows.map(toReply),
  siguiente: next === null ? null : toCursorText(next),
})
