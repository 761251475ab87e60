/**
 * Runs work for each entity, one after the other. A failure does not keep it from the others; all
 * failures are thrown at the end.
 */
export async function forEachEntity<E>(entities: readonly E[], work: (entity: E) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const entity of entities) await work(entity).catch((error: unknown) => void failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `the work for ${failures.length} entities failed`)
}
