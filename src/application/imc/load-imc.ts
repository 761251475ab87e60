import type { Imc, ImcDeps } from '#src/application/imc/imc.ts'
import type { ImcPorts, LoadImcPorts } from '#src/application/imc/ports.ts'
import { fetchOnce } from '#src/application/platform/load-code.ts'

/**
 * Loads the code of the back-office once: every call returns the same promise. After a rejection
 * the next call loads the code again.
 */
export type LoadImc = () => Promise<Imc>

export type LoadImcDeps = Omit<ImcDeps, keyof ImcPorts> & { readonly imc: LoadImcPorts }

export const createLoadImc = (deps: LoadImcDeps): LoadImc =>
  fetchOnce(async () => {
    const [{ createImc }, ports] = await Promise.all([import('#src/application/imc/imc.ts'), deps.imc()])
    return createImc({ ...deps, ...ports })
  })
