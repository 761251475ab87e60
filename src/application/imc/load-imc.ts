import type { ImcUseCaseDeps, ImcUseCases } from '#src/application/imc/imc-use-cases.ts'
import { fetchOnce } from '#src/application/platform/fetch-once.ts'
import type { ImcPorts, LoadImcPorts } from '#src/application/ports.ts'

/**
 * Loads the code of the back-office once: every call returns the same promise. After a rejection
 * the next call loads the code again.
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
