import { createState, type Readable } from '#src/application/platform/readable.ts'

/** Why a mailed link opens the home: it has no token, or the service refused it (D70, D79). */
export type LinkProblem = 'incomplete' | 'refused' | 'invitation-incomplete' | 'invitation-refused'

/**
 * The notices of mailed links that cannot be used (D70). The service does not distinguish used from
 * expired links.
 */
export const LINK_PROBLEMS: Readonly<Record<LinkProblem, { readonly lead: string; readonly rest: string }>> = {
  incomplete: {
    lead: 'El enlace para cambiar la contraseña está incompleto.',
    rest: 'Ábralo completo desde el correo o solicite uno nuevo.',
  },
  refused: {
    lead: 'El enlace para cambiar la contraseña ya se usó o venció.',
    rest: 'Solicite uno nuevo para continuar.',
  },
  'invitation-incomplete': {
    lead: 'El enlace de la invitación está incompleto.',
    rest: 'Ábralo completo desde el correo o solicite uno nuevo.',
  },
  'invitation-refused': {
    lead: 'El enlace de la invitación ya se usó o venció.',
    rest: 'Solicite uno nuevo para continuar.',
  },
}
/** The link to the form that requests another mail. */
export const NEW_LINK = 'Solicitar otro enlace'

/** The problem of the last mailed link; null without a problem or after `dismiss`. */
export interface LinkNotice extends Readable<{ readonly problem: LinkProblem | null }> {
  show(problem: LinkProblem): void
  dismiss(): void
}

export function createLinkNotice(): LinkNotice {
  const { set, ...state } = createState<{ readonly problem: LinkProblem | null }>({ problem: null })
  return {
    ...state,
    show: (problem) => set({ problem }),
    dismiss: () => set({ problem: null }),
  }
}
