import {
  type LoginSnapshot,
  type LoginView,
  SESSION_ACTIVE,
  SESSION_ACTIVE_OFFER,
} from '#src/application/identity/login.ts'
import { HumanCheckSubmit } from '#src/ui/auth/human-check-submit.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'

interface Props {
  readonly view: LoginView
  readonly login: LoginSnapshot
}

/** Offers to end the user's other session, after a new human check (D5). */
export const SessionActive = ({ view, login }: Props) => (
  <div className="mt-5.5 grid">
    <ResultNotice icon="warning" tone="err" lead={SESSION_ACTIVE}>
      {SESSION_ACTIVE_OFFER}
    </ResultNotice>
    <HumanCheckSubmit
      state={login}
      humanCheck={view.humanCheck}
      label="Cerrar la otra sesión y entrar"
      busyLabel="Verificando…"
      busy={login.busy}
      onPress={view.takeOver}
    />
    <button type="button" className="btn sec wide" disabled={login.busy} onClick={view.cancel}>
      Cancelar
    </button>
  </div>
)
