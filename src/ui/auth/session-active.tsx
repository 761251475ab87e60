import { SESSION_ACTIVE, SESSION_ACTIVE_OFFER } from '#src/application/identity/login-messages.ts'
import { CheckedSubmit } from '#src/ui/auth/checked-submit.tsx'
import { ResultNotice } from '#src/ui/auth/result-notice.tsx'
import type { RunningLogin } from '#src/ui/auth/use-login.ts'

/** Somebody is in already with this user: the person may end that session, with a new human check (D5). */
export function SessionActive({ snapshot, send }: RunningLogin) {
  const busy = snapshot.matches('submitting')
  return (
    <div className="takeover">
      <ResultNotice icon="warning" tone="err" lead={SESSION_ACTIVE}>
        {SESSION_ACTIVE_OFFER}
      </ResultNotice>
      <CheckedSubmit
        form={snapshot}
        onFact={send}
        label="Cerrar la otra sesión y entrar"
        busyLabel="Verificando…"
        busy={busy}
        onPress={() => send({ type: 'TAKE_OVER' })}
      />
      <button type="button" className="btn sec wide" disabled={busy} onClick={() => send({ type: 'CANCEL' })}>
        Cancelar
      </button>
    </div>
  )
}
