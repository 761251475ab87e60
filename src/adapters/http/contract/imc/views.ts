import * as z from 'zod/mini'
import { listOf, ownIdField, requestFlag } from '#src/adapters/http/contract/imc/values.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { flagField, textField } from '#src/adapters/http/decode/lenient.ts'
import { MAX_VIEW_QUERY_LENGTH, type SavedView, VIEW_LISTS } from '#src/domain/imc/saved-views.ts'

const MAX_NAME_TEXT = 200

const nameField = z.string().check(z.maxLength(MAX_NAME_TEXT))

export const viewsQuery = z.object({ lista: z.enum(VIEW_LISTS) })

/** Saves a view; with `compartida` for the whole entity (D92). */
export const saveViewRequest = z.object({
  lista: z.enum(VIEW_LISTS),
  nombre: nameField,
  consulta: z.string().check(z.maxLength(MAX_VIEW_QUERY_LENGTH)),
  compartida: requestFlag,
  entidad_id: ownIdField,
})
export type SaveViewRequest = z.input<typeof saveViewRequest>

export const renameViewRequest = z.object({ nombre: nameField })

const VIEW = { id: textField, nombre: textField, consulta: textField, compartida: flagField, propia: flagField }

export const viewsReply = listOf(toReplySchema(VIEW, {}))
export type ViewsReply = z.infer<typeof viewsReply>

export const toViewReply = ({ id, name, query, shared, own }: SavedView): ViewsReply['data'][number] => ({
  id,
  nombre: name,
  consulta: query,
  compartida: shared,
  propia: own,
})

export const viewDecoder = z.pipe(
  z.object(VIEW),
  z.transform(
    ({ id, nombre, consulta, compartida, propia }): SavedView => ({
      id,
      name: nombre,
      query: consulta,
      shared: compartida,
      own: propia,
    }),
  ),
)
