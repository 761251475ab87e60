import type { Catalogue } from '#server/demo/seed-store.ts'
import type { DemoCatalogue } from '#src/simulator/entities/entity.ts'

/** Converts a catalogue of the demo to rows (D43). */
export const toCatalogueRows = (catalogue: DemoCatalogue): Catalogue => ({
  profiles: catalogue.profiles,
  compatible: Object.entries(catalogue.linkable).flatMap(([profile, ids]) =>
    ids.map((id, position) => ({ profile_id: profile, compatible_id: id, position })),
  ),
  requirements: catalogue.requirements,
  profileRequirements: Object.entries(catalogue.required).flatMap(([profile, ids]) =>
    ids.map((id, position) => ({ profile_id: profile, requirement_id: id, position })),
  ),
  packages: catalogue.packages.map(({ id, code, name, price, screenCount, profileId, isOffered }) => ({
    id,
    code,
    name,
    price,
    screens: screenCount,
    profile_id: profileId,
    offered: isOffered ? 1 : 0,
  })),
})
