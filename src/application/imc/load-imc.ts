import type { ImcUseCaseDeps, ImcUseCases } from '#src/application/imc/imc-use-cases.ts'
import { fetchOnce } from '#src/application/platform/fetch-once.ts'
import type { ImcPorts, LoadImcPorts } from '#src/application/ports.ts'

/**
 * Loads the use-cases of the back-office. Every call returns the same promise. It rejects when the
 * code cannot be loaded; the next call then loads it again.
 */
export type LoadImc = () => Promise<ImcUseCases>

export type LoadImcDeps = Omit<ImcUseCaseDeps, keyof ImcPorts> & { readonly imc: LoadImcPorts }

export const createLoadImc = (deps: LoadImcDeps): LoadImc =>
  fetchOnce(async () => {
    const [{ createImcUseCases }, ports] = await Promise.all([
      import('#src/application/imc/imc-use-cases.ts'),
      deps.imc(),
    ])
    return createImcUseCases({ ...deps, ...ports })
  })
