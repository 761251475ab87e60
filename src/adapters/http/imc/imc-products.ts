import * as z from 'zod/mini'

import { FREE_SCREEN, OFFER, PACKAGE_GROUP, SCREEN, SUBSCRIPTION } from '#src/adapters/http/contract/imc/fields.ts'
import { STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { createListDecoder, createNamesDecoder, decodeWord, emptyToNull } from '#src/adapters/http/imc/imc-rows.ts'
import type { PackageGroup, PackageOffer, Subscription } from '#src/domain/imc/packages/products.ts'
import type { FreeScreen, ScreenRow } from '#src/domain/imc/screens/screen.ts'

interface Counts {
  readonly total_pantallas: number
  readonly total_disponibles: number
  readonly total_asignadas: number | null
  readonly total_transito: number | null
}

const toCounts = (row: Counts) => ({
  screens: row.total_pantallas,
  available: row.total_disponibles,
  assigned: row.total_asignadas,
  transit: row.total_transito,
})

export const decodeGroups = createListDecoder(
  z.pipe(
    z.object(PACKAGE_GROUP),
    z.transform(
      (row): PackageGroup => ({
        ...toCounts(row),
        packageId: row.paquete_id,
        code: row.codigo,
        name: row.nombre_paquete,
        monthlyCost: row.precio,
      }),
    ),
  ),
)

export const decodeSubscriptions = createListDecoder(
  z.pipe(
    z.object(SUBSCRIPTION),
    z.transform(
      (row): Subscription => ({
        ...toCounts(row),
        packageId: row.paquete_id,
        code: row.codigo,
        number: row.numero,
        monthlyCost: row.precio,
      }),
    ),
  ),
)

export const decodeOffers = createListDecoder(
  z.pipe(
    z.object(OFFER),
    z.transform(({ id, codigo, nombre, precio }): PackageOffer => ({ id, code: codigo, name: nombre, price: precio })),
  ),
)

export const decodeScreens = createListDecoder(
  z.pipe(
    z.object(SCREEN),
    z.transform((row): ScreenRow => {
      const status = decodeWord(STATUS_WORDS, row.estatus)
      return {
        packageId: row.paquete_id,
        number: row.numero,
        profileId: row.perfil_id,
        screen: row.pantalla,
        profile: row.perfil,
        userId: emptyToNull(row.usuario_id),
        username: emptyToNull(row.username),
        fullName: emptyToNull(row.usuario),
        status: status.code,
        statusText: row.estatus_pantalla || status.text,
        code: row.codigo,
        packageName: row.nombre,
        requestId: emptyToNull(row.solicitud_id),
      }
    }),
  ),
)

export const decodeFreeScreens = createListDecoder(
  z.pipe(
    z.object(FREE_SCREEN),
    z.transform(
      (row): FreeScreen => ({
        packageId: row.paquete_id,
        number: row.numero,
        profileId: row.perfil_id,
        screen: row.pantalla,
        code: row.codigo,
        profile: row.perfil,
      }),
    ),
  ),
)

export const decodeProfiles = createNamesDecoder(['perfil_id', 'id'], ['nombre', 'perfil'])
export const decodeRequirements = createNamesDecoder(['requisito_id', 'id'], ['nombre'])
export const decodeAssignable = createNamesDecoder(['usuario_id', 'id'], ['nombre'])
