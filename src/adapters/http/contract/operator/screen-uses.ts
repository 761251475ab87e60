import * as z from 'zod/mini'

/** Maximum number of rows of a report of uses. */
export const MAX_USE_ROWS = 10_000

/** A text that the server checks, so that a refusal can name its line. */
const typedText = z.string().check(z.maxLength(100))

/** The last use of screens: `linea` is the line of the operator's file (D102). */
export const screenUsesBody = z.object({
  usos: z
    .array(z.object({ linea: z.int(), numero: typedText, pantalla: typedText, fecha: typedText }))
    .check(z.minLength(1), z.maxLength(MAX_USE_ROWS)),
})
export type ScreenUsesBody = z.infer<typeof screenUsesBody>

/** A refusal because of some rows; `errores` has the first of them. */
export const rowsRefusal = z.object({
  message: z.string(),
  errores: z.array(z.object({ linea: z.number(), motivo: z.string() })),
})
